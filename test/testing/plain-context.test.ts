import { expect, it } from 'vitest';
import {
  absent,
  changedPaths,
  changesBetween,
  contextValues,
} from '../../src/testing/paths/plain-context.ts';

const actor = { id: 'link', sessionId: 'x:1', send: () => undefined };
const valuesOf = (context: unknown, ignored: readonly string[] = []) =>
  Object.fromEntries(contextValues(context, ignored));

it('a context is told as plain values by their paths', () => {
  const context = {
    text: 'a',
    yes: true,
    none: null,
    gone: undefined,
    endless: Infinity,
    list: [1, { deep: 2 }],
    nothing: {},
    nobody: [],
    error: new TypeError('no'),
    link: actor,
    when: new Date(0),
    bare: Object.assign(Object.create(null) as object, { a: 1 }),
    json: { toJSON: () => ({ b: 2 }) },
  };
  expect(valuesOf(context)).toEqual({
    text: 'a',
    yes: true,
    none: null,
    endless: 'Infinity',
    'list.0': 1,
    'list.1.deep': 2,
    nothing: '{}',
    nobody: '[]',
    error: 'TypeError: no',
    link: 'actor link',
    'when.json': '1970-01-01T00:00:00.000Z',
    'bare.a': 1,
    'json.b': 2,
  });
});

it.each([
  ['a function', { act: () => undefined }, 'context.act is a function'],
  ['a Map, which JSON would lose', { map: new Map() }, 'context.map is a Map'],
  ['a context that is no value', () => undefined, 'The context is a function'],
])('%s is refused with its place and a way out', (_, context, message) => {
  expect(() => contextValues(context, [])).toThrow(message);
});

it('a cycle is refused, and what is ignored is not looked at', () => {
  const context: Record<string, unknown> = { a: 1 };
  context['self'] = { back: context };
  expect(() => contextValues(context, [])).toThrow('context.self.back is a cycle');
  expect(valuesOf(context, ['self'])).toEqual({ a: 1 });
});

it('what has changed is told by its path, also what is there no more', () => {
  const before = contextValues({ a: 1, b: 2, c: null }, []);
  const now = contextValues({ a: 1, b: 3, d: null }, []);
  expect(changesBetween(before, now)).toEqual({ b: 3, c: absent, d: null });
});

it('an actor is one value, however much there is of it', () => {
  const other = { ...actor, id: 'other' };
  const before = { deep: { a: 1, b: 2 }, link: actor, same: actor };
  const now = { deep: { a: 1, b: 3 }, link: other, same: actor };
  expect(changedPaths(before, now, [])).toEqual(['deep.b', 'link']);
  expect(changedPaths(before, now, ['deep', 'link'])).toEqual([]);
  expect(changedPaths(1, 2, [])).toEqual(['']);
});
