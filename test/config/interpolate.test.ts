import { describe, expect, it } from 'vitest';
import { interpolate } from '../../src/config/interpolate.ts';

const variables = { TOKEN: 's3cret', EMPTY: '' };

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
  ])('E4 %s becomes %j', (text, filled) => {
    expect(interpolate(text, variables)).toEqual({ value: filled, problems: [] });
  });

  it('E4 an unset variable is named with its path', () => {
    expect(interpolate({ args: ['a', '${NONE}'] }, variables).problems).toEqual([
      { path: 'args.1', message: 'the environment variable NONE is not set' },
    ]);
  });

  it('E4 ${input:x} and other prefixes name themselves as unsupported', () => {
    const { problems } = interpolate(['${input:key}', '${command:x}'], variables);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('${input:key} is not supported'),
      expect.stringContaining('${command:x} is not supported'),
    ]);
  });

  it('E4 what a variable holds is not read again', () => {
    expect(interpolate('${A}', { A: '${TOKEN}', ...variables }).value).toBe('${TOKEN}');
  });
});
