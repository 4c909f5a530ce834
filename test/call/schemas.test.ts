import { describe, expect, test } from 'vitest';
import { createSchemas, findSchemaDefect } from '../../src/call/checks/schemas.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const longestSchema = 256 * 1024;
const faultsOf = (schema: object, value: unknown) => createSchemas().check(schema, value).length;

/** A schema that notes whenever it is read, and how. */
function noted(name: string, part: unknown) {
  const stacks: string[] = [];
  const schema = Object.defineProperty({}, name, {
    enumerable: true,
    get: () => {
      stacks.push(new Error('read').stack ?? '');
      return part;
    },
  });
  return { schema, stacks };
}

const isWatched = (stacks: readonly string[]) =>
  stacks.some((stack) => stack.includes('runInContext'));

/** Asks for one part that is missing, and is as long as that as JSON. */
function schemaOf(length: number): object {
  const schema = { required: ['a'], description: '' };
  const description = 'x'.repeat(length - JSON.stringify(schema).length);
  return { ...schema, description };
}

/** Comparing each of these with each of the others takes longer than a compiler may. */
const endless = (id: string) => ({
  $schema: draft7,
  $id: id,
  enum: Array.from({ length: 30_000 }, (_, index) => [index]),
});

const deep = () => {
  const levels = 50_000;
  return JSON.parse(`${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`) as object;
};

describe('E5 a schema up to 256 KiB is used, and a longer one checks nothing', () => {
  test.each([
    [longestSchema, 1, undefined],
    [longestSchema + 1, 0, 'it is too long, or nested too deeply'],
  ])('%i', (length, faults, defect) => {
    expect(JSON.stringify(schemaOf(length))).toHaveLength(length);
    expect(faultsOf(schemaOf(length), {})).toBe(faults);
    expect(findSchemaDefect(schemaOf(length))).toBe(defect);
  });

  test('nor does one that is nested deeper than the stack', () => {
    expect(faultsOf(deep(), 1)).toBe(0);
    expect(findSchemaDefect(deep())).toBe('it is too long, or nested too deeply');
  });
});

describe('K2 why calls go unchecked can be told', () => {
  test.each<[object, string | undefined]>([
    [{ type: 'object', required: ['a'] }, undefined],
    [{ $async: true, required: ['a'] }, 'it is asynchronous'],
    [{ $ref: '#/$defs/none' }, "can't resolve reference #/$defs/none from id #"],
    [
      { type: 'objekt' },
      'data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf',
    ],
    [
      { $schema: 'https://example.com/schema is invalid: x' },
      'no schema with key or ref "https://example.com/schema is invalid: x"',
    ],
  ])('%j', (schema, defect) => {
    expect(findSchemaDefect(schema)).toBe(defect);
  });

  test('K2 an asynchronous schema checks nothing, and leaves no promise behind', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    expect(faultsOf({ $async: true, required: ['a'] }, {})).toBe(0);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

describe('K2 the dialect is 2020-12', () => {
  const tuple = { properties: { a: { prefixItems: [{ type: 'string' }] } } };

  test.each<[string, object, number]>([
    ['if nothing is said', tuple, 1],
    ['if it is named', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...tuple }, 1],
    ['and not if draft 7 is', { $schema: draft7, ...tuple }, 0],
  ])('%s', (_name, schema, faults) => {
    expect(faultsOf(schema, { a: [1] })).toBe(faults);
  });
});

describe('E5 a pattern', () => {
  test('that is not run takes nothing from the rest of its schema', () => {
    const schema = { required: ['b'], properties: { a: { pattern: '^(a+)+$' } } };
    expect(createSchemas().check(schema, { a: 'x' })).toMatchObject([{ keyword: 'required' }]);
  });

  test('that the strict syntax forbids is run by the one it was written in', () => {
    const schema = { properties: { a: { pattern: '^[\\w-.]+$' } } };
    expect([{ a: 'x-y.z' }, { a: 'x y' }].map((value) => faultsOf(schema, value))).toEqual([0, 1]);
  });
});

describe('K2 what was compiled once', () => {
  test('is not read again, whether it can be used or not', () => {
    for (const type of ['object', 'objekt']) {
      const { schema, stacks } = noted('description', 'x');
      Object.assign(schema, { type, required: ['a'] });
      const schemas = createSchemas();
      const first = schemas.check(schema, {}).length;
      const reads = stacks.length;
      const second = schemas.check(schema, {}).length;
      expect([first, second]).toEqual(type === 'object' ? [1, 1] : [0, 0]);
      expect([reads > 0, stacks.length]).toEqual([true, reads]);
    }
  });

  test('is known again by its text, those 256 of them that were asked for last', () => {
    const schemas = createSchemas();
    const compiles = (minimum: number) => {
      const { schema, stacks } = noted('minimum', minimum);
      expect(schemas.check(schema, minimum - 1)).toHaveLength(1);
      // To know its text, it is read once.
      return stacks.length > 1;
    };
    for (let minimum = 0; minimum < 256; minimum += 1) expect(compiles(minimum)).toBe(true);
    // The first is now the latest, so that the second has to make room.
    expect(compiles(0)).toBe(false);
    expect(compiles(256)).toBe(true);
    expect([2, 0, 256].map(compiles)).toEqual([false, false, false]);
    expect(compiles(1)).toBe(true);
  });
});

describe('E5 what a schema leaves behind', () => {
  const id = 'https://example.com/address';
  const address = { $id: id, required: ['street'] };

  test.each<[string, object]>([
    ['as its own', { $id: id }],
    ['as that of a part', { $defs: { a: { $id: id, type: 'string' } } }],
    ['without being a schema', { $id: id, type: 'objekt' }],
    ['of a part, and leads nowhere', { $ref: '#/none', $defs: { a: { $id: id } } }],
  ])('is no name: one that bears it %s does not keep another from it', (_name, first) => {
    faultsOf(first, {});
    expect(faultsOf(address, {})).toBe(1);
  });

  test('nor can another refer to a part of it', () => {
    faultsOf({ $defs: { a: { $id: id, type: 'string' } } }, {});
    const curious = { properties: { b: { $ref: id } }, $defs: { a: { type: 'number' } } };
    expect(findSchemaDefect(curious)).toContain("can't resolve reference");
  });

  test('is nothing if it took too long to read', () => {
    expect(findSchemaDefect(endless(id))).toBe('it takes too long to read');
    expect(faultsOf({ $schema: draft7, ...address }, {})).toBe(1);
  });
});

describe('E5 what could take long is watched, and nothing else, since that costs more than a check', () => {
  const isValueWatched = (schema: object, more: object = {}) => {
    const { schema: value, stacks } = noted('a', 'x');
    expect(faultsOf(schema, Object.assign(value, more))).toBe(1);
    return isWatched(stacks);
  };
  const plain = { required: ['b'], properties: { a: { type: 'string' } } };

  test('a schema while it is compiled', () => {
    const watched = [{}, { a: { pattern: 'x' } }].map((properties) => {
      const { schema, stacks } = noted('properties', properties);
      faultsOf(schema, {});
      return isWatched(stacks);
    });
    expect(watched).toEqual([false, true]);
  });

  test('and a value while it is checked', () => {
    expect(isValueWatched(plain)).toBe(false);
    expect(isValueWatched(plain, { c: 'x'.repeat(64 * 1024) })).toBe(true);
    expect(isValueWatched({ ...plain, not: { $ref: '#/$defs/d' }, $defs: { d: false } })).toBe(
      true,
    );
  });
});

test('K2 a schema with a reference that only its user resolves refuses nothing, and that is told', () => {
  const list = {
    properties: { a: { $dynamicRef: '#n' } },
    $defs: { n: { $dynamicAnchor: 'n', type: 'number' } },
  };
  expect(faultsOf(list, { a: 1 })).toBe(0);
  expect(findSchemaDefect(list)).toBe('it uses $dynamicRef');
});
