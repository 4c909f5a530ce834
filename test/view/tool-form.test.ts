import { expect, it } from 'vitest';
import { readFields } from '../../src/view/page/tools/read-fields.ts';
import { fieldsOf } from '../../src/view/page/tools/schema-fields.ts';

const fields = (properties: object, required: string[] = []) =>
  fieldsOf({ type: 'object', properties, required }) ?? [];
const read = (properties: object, typed: Record<string, string>, required: string[] = []) =>
  readFields(fields(properties, required), new Map(Object.entries(typed)));

it('K2 each type of an argument has an input of its own', () => {
  const made = fields({
    a: { type: 'string' },
    b: { type: 'integer', default: 3 },
    c: { type: 'boolean' },
    d: { enum: ['x', 1] },
    e: { type: 'array' },
    f: true,
  });
  expect(made.map(({ kind }) => kind)).toEqual([
    'text',
    'number',
    'boolean',
    'choice',
    'json',
    'json',
  ]);
  expect(made.map(({ start }) => start)).toEqual(['', '3', '', '', '', '']);
});

it('K2 what is typed becomes values, and what is left empty is left out', () => {
  const properties = {
    a: { type: 'string' },
    b: { type: 'number' },
    c: { type: 'boolean' },
    d: { enum: ['x', 1] },
    e: { type: 'array' },
    f: { type: 'string' },
  };
  const typed = { a: '12', b: '1.5', c: 'false', d: '1', e: '["y"]', f: '' };
  expect(read(properties, typed)).toEqual({ args: { a: '12', b: 1.5, c: false, d: 1, e: ['y'] } });
});

it('K2 a fault is told at its field', () => {
  const properties = { a: { type: 'integer' }, b: { type: 'object' }, c: { type: 'number' } };
  const { faults } = read(properties, { a: '1.5', b: '{' }, ['c']) as {
    faults: Map<string, string>;
  };
  expect([...faults.keys()]).toEqual(['a', 'b', 'c']);
  expect(faults.get('c')).toBe('It is required.');
});

it('E5 an argument may be called as it likes', () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}');
  const reading = readFields(
    fields(properties),
    new Map([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]),
  );
  expect(JSON.stringify(reading)).toBe('{"args":{"__proto__":"a","constructor":"b"}}');
});

it.each([
  ['alternatives', { oneOf: [{}] }],
  ['a reference', { $ref: '#/a' }],
  ['properties that are none', { properties: 7 }],
  ['too many', { properties: Object.fromEntries([...Array(60).keys()].map((key) => [key, {}])) }],
])('E5 a schema with %s is filled in as JSON', (_, schema) => {
  expect(fieldsOf(schema)).toBeUndefined();
});
