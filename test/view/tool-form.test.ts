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

it('K2 what is required has a field, also if nothing describes it', () => {
  const made = (schema: object) =>
    fieldsOf({ type: 'object', ...schema })?.map(({ name, kind, required }) => [
      name,
      kind,
      required,
    ]);
  expect(made({ required: ['ghost', 7] })).toEqual([['ghost', 'json', true]]);
  expect(made({ properties: { a: { type: 'string' } }, required: ['toString', 'a'] })).toEqual([
    ['a', 'text', true],
    ['toString', 'json', true],
  ]);
});

it('K2 what may be null and left out is left out by an empty input of its own type', () => {
  const properties = {
    a: { type: ['string', 'null'] },
    b: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'how many', default: null },
    c: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
  };
  const made = fields(properties);
  expect(made.map(({ kind }) => kind)).toEqual(['text', 'number', 'json']);
  expect(made[1]).toMatchObject({ description: 'how many', start: '', isWhole: true });
  expect(read(properties, { a: 'x' })).toEqual({ args: { a: 'x' } });
  expect(fields(properties, ['a', 'b']).map(({ kind }) => kind)).toEqual(['json', 'json', 'json']);
});

it('K2 a default is sent only if its input shows it', () => {
  const properties = {
    a: { enum: ['x'], default: 'y' },
    b: { type: 'boolean', default: 'yes' },
    c: { type: 'number', default: 'one' },
    d: { type: 'string', default: 4 },
    e: { enum: ['x', { f: 1 }], default: { f: 1 } },
    g: { const: 'only', default: 'only' },
    h: { default: [1] },
  };
  expect(read(properties, {})).toEqual({ args: { e: { f: 1 }, g: 'only', h: [1] } });
});

it('K2 a number that cannot be sent as it was typed is a fault', () => {
  const properties = { a: { type: 'number' }, b: { type: 'integer' } };
  const { faults } = read(properties, { a: '1e999', b: '12345678901234567890' }) as {
    faults: Map<string, string>;
  };
  expect([...faults.keys()]).toEqual(['a', 'b']);
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
