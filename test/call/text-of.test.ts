import { expect, test } from 'vitest';
import { textOf } from '../../src/index.ts';

test.each([
  [
    'texts',
    [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two\n' },
    ],
    'one\ntwo\n',
  ],
  ['an image', [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }], '[image image/png]'],
  ['a link', [{ type: 'resource_link', uri: 'file:///a', name: 'a' }], '[resource_link file:///a]'],
  ['a text of a resource', [{ type: 'resource', resource: { uri: 'file:///a', text: 'x' } }], 'x'],
  [
    'bytes of a resource',
    [{ type: 'resource', resource: { uri: 'file:///a', mimeType: 'image/png', blob: 'AAAA' } }],
    '[resource file:///a image/png]',
  ],
  ['what nobody knows yet', [{ type: 'hologram', text: 'x' }], '[hologram]'],
  [
    'what nobody knows yet, of a resource',
    [{ type: 'hologram', resource: { uri: 'file:///a', text: 'x' } }],
    '[hologram file:///a]',
  ],
  ['a resource that is left out', [{ type: 'resource' }], '[resource]'],
  ['a server that lies', [{ type: 'text', text: 5 as unknown as string }], '[text]'],
  ['nothing', [], ''],
])('the text of a result with %s', (_, content, text) => {
  expect(textOf({ content })).toBe(text);
});

test('the structured content stands in for a result that has no other', () => {
  expect(textOf({ content: [], structuredContent: { sum: 42 } })).toBe('{"sum":42}');
  const content = [{ type: 'text', text: 'it is 42' }];
  expect(textOf({ content, structuredContent: { sum: 42 } })).toBe('it is 42');
});
