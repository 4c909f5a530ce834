import { describe, expect, it } from 'vitest';
import { interpolate } from '../../src/config/interpolate.ts';

const variables = { TOKEN: 's3cret', EMPTY: '', _a1: 'low' };

describe('placeholders', () => {
  it.each([
    ['${TOKEN}', 's3cret'],
    ['Bearer ${env:TOKEN}!', 'Bearer s3cret!'],
    ['${NONE:-a:-b}', 'a:-b'],
    ['${EMPTY:-used}', 'used'],
    ['${EMPTY}', ''],
    ['${NONE:-}', ''],
    ['${TOKEN:-x}${TOKEN}', 's3crets3cret'],
    ['${#list} $TOKEN ${}', '${#list} $TOKEN ${}'],
    ['${NONE:-two\nlines}', 'two\nlines'],
    ['${env:NONE:-used}', 'used'],
    ['${_a1}', 'low'],
    // A shell's own: a length, an offset, an array, names that are none.
    [
      '${1TOKEN} ${TOKEN!} ${a b:c} ${TOKEN-x} ${0:x} ${x:-',
      '${1TOKEN} ${TOKEN!} ${a b:c} ${TOKEN-x} ${0:x} ${x:-',
    ],
  ])('E4 %s becomes %j', (text, filled) => {
    expect(interpolate(text, variables)).toEqual({ value: filled, problems: [] });
  });

  it('E4 an unset variable is named with its path', () => {
    expect(interpolate({ args: ['a', '${NONE}'] }, variables).problems).toEqual([
      { path: 'args.1', message: 'the environment variable NONE is not set' },
    ]);
  });

  it('E4 whatever else stands there stays as it is, and each place is named in full', () => {
    const value = { a: [1, null, true, { b: '${NONE}' }], c: '${TOKEN}' };
    expect(interpolate(value, variables)).toEqual({
      value: { a: [1, null, true, { b: '${NONE}' }], c: 's3cret' },
      problems: [{ path: 'a.3.b', message: 'the environment variable NONE is not set' }],
    });
    expect(interpolate('${NONE}', variables).problems).toMatchObject([{ path: '' }]);
  });

  it('E4 ${input:x} and other prefixes name themselves as unsupported', () => {
    const { problems } = interpolate(['${input:key}', '${command:x}', '${ENV:X}'], variables);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('${input:key} is not supported'),
      '${command:x} is not supported; use an environment variable, as in ${NAME}',
      expect.stringContaining('${ENV:X} is not supported'),
    ]);
  });

  it('E4 what a variable holds is not read again', () => {
    expect(interpolate('${A}', { A: '${TOKEN}', ...variables }).value).toBe('${TOKEN}');
  });
});
