import { describe, expect, it } from 'vitest';
import { describeIssue, kindOf, listIssues, unknownKey } from '../../src/config/describe-issue.ts';
import { httpEntrySchema, stdioEntrySchema } from '../../src/config/server-entry.ts';

/** What is said of an entry that one of the schemas refuses. */
function saidOf(value: Record<string, unknown>): string {
  const schema = 'command' in value ? stdioEntrySchema : httpEntrySchema;
  const { error } = schema.safeParse(value);
  const known = Object.keys(schema.shape);
  const issues = error?.issues.flatMap((issue) => describeIssue(issue, value, known)) ?? [];
  return listIssues('web', issues);
}

describe('E3 what a value is, is told without the value', () => {
  it.each([
    [undefined, 'left out'],
    [['s3cret'], 'a list'],
    [null, 'null'],
    [{ a: 's3cret' }, 'an object'],
    ['s3cret', 'text'],
    [4711, 'a number'],
    [true, 'a boolean'],
  ])('%j is %s', (value, expected) => {
    expect(kindOf(value)).toBe(expected);
  });
});

describe('E3 each reason stands with its place', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ command: undefined }, 'web.command: must be text, not left out'],
    [{ command: 'a', env: [] }, 'web.env: must be an object, not a list'],
    [{ command: 'a', env: { A: null } }, 'web.env.A: must be text, not null'],
    [
      { command: 'a', args: {}, cwd: 1 },
      'web.args: must be a list, not an object; web.cwd: must be text, not a number',
    ],
    [{ url: 'a', transport: 'stdio' }, 'web.transport: must be http or sse, not "stdio"'],
    [{ url: 'a', transport: { a: 1 } }, 'web.transport: must be http or sse, not an object'],
    [
      { url: 'a', transport: 'x'.repeat(41) },
      `web.transport: must be http or sse, not "${'x'.repeat(40)}"`,
    ],
    [
      { url: 'a', polici: 1, heders: 1 },
      'web.polici: unknown key; did you mean policy?; web.heders: unknown key; did you mean headers?',
    ],
  ])('%j', (value, expected) => {
    expect(saidOf(value)).toBe(expected);
  });

  it('E3 that of the whole has the name alone, and an unknown key what is known', () => {
    expect(listIssues('web', [{ path: [], message: 'is none' }])).toBe('web: is none');
    expect(unknownKey('xyz', ['url', 'headers'])).toContain('headers');
  });

  it('E3 another kind of complaint is passed on, in a place that need not be there', () => {
    const custom = { code: 'custom', path: ['a', 'b'], message: 'must be odd' } as const;
    const said = (value: unknown) =>
      describeIssue({ ...custom, path: [...custom.path], input: value }, value, []);
    expect(said({ a: { b: 2 } })).toEqual([
      { path: ['a', 'b'], message: 'must be odd, not a number' },
    ]);
    for (const value of [{ a: null }, { a: 'text' }, undefined])
      expect(said(value)).toEqual([{ path: ['a', 'b'], message: 'must be odd, not left out' }]);
  });

  it.each([
    ['object', 'an object'],
    ['date', 'a date'],
  ] as const)(
    'E3 a kind goes by its name, if it has no other words: %s is %s',
    (expected, words) => {
      const issue = { code: 'invalid_type', expected, path: [], message: '', input: 1 } as const;
      const said = describeIssue({ ...issue, path: [] }, 1, []);
      expect(said).toEqual([{ path: [], message: `must be ${words}, not a number` }]);
    },
  );
});
