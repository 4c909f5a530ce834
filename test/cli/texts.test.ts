import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../src/cli/commands/call-arguments.ts';
import { callText } from '../../src/cli/show/call-text.ts';
import { safeJson } from '../../src/cli/show/safe-json.ts';

describe('text from servers', () => {
  it('E5 JSON for a terminal parses to the same value and holds no control characters', () => {
    const value = { text: '\u001b\u009b\u007f\u202e\n' };
    expect(safeJson(value)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(safeJson(value))).toEqual(value);
  });

  it('a result shows its text, and names what cannot be shown', () => {
    const content = [
      { type: 'text', text: 'one\u001b[31m' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///b', mimeType: 'text/plain', text: 'two' } },
      { type: 'novel', x: 1 },
    ];
    expect(callText({ content, attempts: 1, generation: 1 })).toBe(
      'one\n[image image/png, 3 bytes]\n[link file:///a a]\n[resource file:///b text/plain]\ntwo\n{"type":"novel","x":1}',
    );
    const structuredContent = { sum: 3 };
    expect(callText({ content: [], structuredContent, attempts: 1, generation: 1 })).toBe(
      '{\n  "sum": 3\n}',
    );
  });
});

describe('arguments of a call', () => {
  it.each([
    [[], {}],
    [['{"a": {"b": 1}}'], { a: { b: 1 } }],
    [
      ['a=1', 'b=true', 'c=x=y', 'd=', 'e="1"', 'f=[1]'],
      { a: 1, b: true, c: 'x=y', d: '', e: '1', f: [1] },
    ],
  ])('%j becomes %j', (given, args) => {
    expect(parseArguments(given)).toEqual(args);
  });

  it.each([[['{bad']], [['novalue']], [['=1']]])('%j is refused with an example', (given) => {
    expect(() => parseArguments(given)).toThrow(
      expect.objectContaining({ exit: 'usage', advice: expect.stringContaining('path=a.txt') }),
    );
  });
});
