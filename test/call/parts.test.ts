import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findArgumentFault } from '../../src/call/checks/arguments.ts';
import { isTameExpression } from '../../src/call/checks/tame-expression.ts';
import { createMeter } from '../../src/call/reports/meter.ts';
import { createWaitingLine } from '../../src/call/admission/queue.ts';
import { createSchemas } from '../../src/call/checks/schemas.ts';
import { policyWith } from './world.ts';

const schema = {
  type: 'object',
  required: ['path'],
  additionalProperties: false,
  properties: {
    path: { type: 'string' },
    mode: { enum: ['r', 'w'] },
    lines: { type: 'array', items: { type: 'integer', minimum: 1 } },
  },
};

describe('K2 arguments', () => {
  const fault = (given: unknown, by: object = schema) =>
    findArgumentFault(createSchemas(), by, given);

  test.each([
    [{ path: 'a' }, undefined],
    [{}, 'arguments.path is missing'],
    [{ path: 5 }, 'arguments.path must be string, not number'],
    [{ path: 'a', mode: 'x' }, 'arguments.mode must be one of "r", "w"'],
    [{ path: 'a', lines: [1, 0] }, 'arguments.lines.1 must be >= 1'],
    [{ path: 'a', lnes: [] }, 'arguments must not have lnes; did you mean lines?'],
    [
      { pth: 'a', mode: 'x' },
      'arguments.path is missing; arguments must not have pth; did you mean path?; arguments.mode must be one of "r", "w"',
    ],
  ])('%o', (given, expected) => {
    expect(fault(given)).toBe(expected);
  });

  test('a few faults are named, the rest are counted, and no value is repeated', () => {
    const found = fault({ path: 'a', lines: ['secret', 'b', 'c', 'd', 'e', 'f'] });
    expect(found).toContain('; and 2 more');
    expect(found).not.toContain('secret');
  });

  test.each([
    ['an unknown type', { type: 'objekt' }],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }],
    ['a remote reference', { $ref: 'https://example.com/schema' }],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }],
  ])('a schema with %s checks nothing', (_name, broken) => {
    expect(fault({ a: 'x' }, broken)).toBeUndefined();
  });

  test('2020-12 is the dialect unless the schema says draft 7', () => {
    const tuple = { properties: { a: { prefixItems: [{ type: 'string' }] } } };
    expect(fault({ a: [1] }, tuple)).toContain('arguments.a.0');
    const draft7 = 'http://json-schema.org/draft-07/schema#';
    const oldTuple = { $schema: draft7, properties: { a: { items: [{ type: 'string' }] } } };
    expect(fault({ a: [1] }, oldTuple)).toContain('arguments.a.0');
  });

  test('two schemas may bear one $id', () => {
    const schemas = createSchemas();
    const [first, second] = [{ type: 'object' }, { required: ['a'] }].map((part) => ({
      $id: 'https://example.com/same',
      ...part,
    }));
    expect(findArgumentFault(schemas, first ?? {}, {})).toBeUndefined();
    expect(findArgumentFault(schemas, second ?? {}, {})).toBe('arguments.a is missing');
  });

  test('E5 a pattern that could run for ever is not run', () => {
    const hungry = { properties: { a: { pattern: '^(a+)+$' } } };
    expect(fault({ a: `${'a'.repeat(60)}!` }, hungry)).toBeUndefined();
    expect(fault({ a: 'b' }, { properties: { a: { pattern: '^a+$' } } })).toContain('arguments.a');
    for (const wild of ['(a|a)*$', '((a)b*)+', '([a-z]+)*', '(.*)*', '(a{2,}){3,}'])
      expect([wild, isTameExpression(wild)]).toEqual([wild, false]);
    for (const tame of ['^[a-z]+$', '^\\d{4}-\\d{2}$', '^(a|b)$', '^(?:x+)?$'])
      expect([tame, isTameExpression(tame)]).toEqual([tame, true]);
  });
});

describe('E5 a schema of a server costs no more than its own check', () => {
  const tookMs = (run: () => unknown) => {
    const startedAt = performance.now();
    run();
    return performance.now() - startedAt;
  };
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, depth) => {
      const $ref = `#/$defs/d${depth + 1}`;
      return [`d${depth}`, { allOf: [{ $ref }, { $ref }] }];
    }),
  );
  const deep = '{"properties":{"a":'.repeat(50_000) + '{}' + '}}'.repeat(50_000);

  test.each<[string, object, unknown]>([
    [
      'references that double at each step',
      { $ref: '#/$defs/d0', $defs: { ...doubling, d40: { type: 'object' } } },
      {},
    ],
    ['a reference to itself', { $ref: '#' }, {}],
    [
      'a comparison of everything with everything',
      { properties: { a: { uniqueItems: true } } },
      { a: Array.from({ length: 50_000 }, (_, index) => ({ index })) },
    ],
    [
      'a pattern that looks tame',
      { properties: { a: { pattern: `^${'a*'.repeat(12)}b$` } } },
      { a: 'a'.repeat(120) },
    ],
    [
      'more properties than anybody has',
      {
        properties: Object.fromEntries(
          Array.from({ length: 50_000 }, (_, index) => [`p${index}`, { minLength: index }]),
        ),
      },
      {},
    ],
    ['more levels than the stack', JSON.parse(deep) as object, {}],
  ])('%s is given up, also the next time', (_name, bomb, value) => {
    const schemas = createSchemas();
    const first = tookMs(() => expect(schemas.check(bomb, value)).toEqual([]));
    expect(first).toBeLessThan(3_000);
    // What a busy machine adds to one of them is not ours.
    const later = [1, 2, 3].map(() => tookMs(() => schemas.check(bomb, value)));
    expect(Math.min(...later)).toBeLessThan(100);
    expect(schemas.check(bomb, value)).toEqual([]);
    // Whoever comes next has a compiler that works.
    expect(schemas.check(schema, {})).toHaveLength(1);
  });

  test('E5 without a descriptor left a costly schema is passed over, and checked again later', async () => {
    const script = `
      import { openSync, closeSync } from 'node:fs';
      import { createSchemas } from ${JSON.stringify(new URL('../../src/call/checks/schemas.ts', import.meta.url).href)};
      const costly = { $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } };
      const plain = { properties: { a: { type: 'string' } } };
      const faults = (schemas) => [costly, plain].map((schema) => schemas.check(schema, { a: 1 }).length);
      const [warm, cold] = [createSchemas(), createSchemas()];
      const before = faults(warm);
      const opened = [];
      try { for (;;) opened.push(openSync('/dev/null')); } catch {}
      const without = [faults(warm), faults(cold)];
      opened.forEach((each) => closeSync(each));
      console.log(JSON.stringify([before, ...without, faults(warm), faults(cold)]));
    `;
    const typescript = fileURLToPath(new URL('../fixtures/typescript.mjs', import.meta.url));
    const options = ['--import', typescript, '--input-type=module', '-e', script];
    // A limit of its own, so that the test's process keeps its descriptors.
    const limited = ['-c', 'ulimit -n 256; exec "$@"', 'sh', process.execPath, ...options];
    const { stdout } = await promisify(execFile)('sh', limited, { timeout: 30_000 });
    const [checked, passedOver] = [
      [1, 1],
      [0, 1],
    ];
    expect(JSON.parse(stdout)).toEqual([checked, passedOver, passedOver, checked, checked]);
  });

  test('a value nested deeper than the stack goes unchecked, and others are checked still', () => {
    const schemas = createSchemas();
    const tree = { type: 'object', additionalProperties: { $ref: '#' } };
    const value = JSON.parse(`${'{"a":'.repeat(50_000)}{}${'}'.repeat(50_000)}`) as unknown;
    expect(schemas.check(tree, value)).toEqual([]);
    expect(schemas.check(tree, { a: { b: 1 } })).toHaveLength(1);
  });
});

describe('B1 the meter', () => {
  const meter = () => createMeter(() => policyWith({}));

  test('half of ten calls trips it, nine calls do not', () => {
    const counted = meter();
    const trips = Array.from({ length: 10 }, () => counted.recordFailure(1_000));
    expect(trips).toEqual([...Array.from({ length: 9 }, () => false), true]);
  });

  test('fewer than half do not', () => {
    const counted = meter();
    for (let call = 0; call < 12; call += 1) counted.recordSuccess(0, 1);
    const trips = Array.from({ length: 12 }, () => counted.recordFailure(0));
    expect(trips.indexOf(true)).toBe(11);
  });

  test('calls older than the window are forgotten, also after a long silence', () => {
    for (const silenceMs of [60_000, 61_000, 10_000_000]) {
      const counted = meter();
      for (let call = 0; call < 20; call += 1) counted.recordFailure(30_500);
      expect(counted.recordFailure(30_500 + silenceMs)).toBe(false);
    }
    const counted = meter();
    for (let call = 0; call < 20; call += 1) counted.recordFailure(30_500);
    expect(counted.recordFailure(30_500 + 58_000)).toBe(true);
  });

  test('B5 a new generation empties the window and keeps the times', () => {
    const counted = meter();
    for (let call = 0; call < 9; call += 1) counted.recordFailure(0);
    counted.recordSuccess(5, 12);
    counted.startGeneration();
    expect(counted.recordFailure(6)).toBe(false);
    expect(counted).toMatchObject({ lastSuccessAt: 5 });
    expect(counted.latencies()).toEqual({ p50Ms: 12, p95Ms: 12 });
  });

  test('H1 percentiles are of the last calls only', () => {
    const counted = meter();
    for (let call = 0; call < 200; call += 1) counted.recordSuccess(0, 9_000);
    for (let call = 1; call <= 128; call += 1) counted.recordSuccess(0, call);
    expect(counted.latencies()).toEqual({ p50Ms: 64, p95Ms: 122 });
  });
});

test('K3 the line is first come, first served; who returns goes to the head and is not counted', () => {
  const line = createWaitingLine<{ name: string }>();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  if (!a || !b || !c || !d) throw new Error('four were made');
  expect([line.join(a, 2), line.join(b, 2), line.join(c, 2)]).toEqual([true, true, false]);
  line.rejoin(c);
  line.rejoin(d);
  expect(line.inOrder().map(({ name }) => name)).toEqual(['c', 'd', 'a', 'b']);
  expect(line).toMatchObject({ size: 4, counted: 2 });
  expect([line.leave(d), line.leave(d), line.leave(a)]).toEqual([true, false, true]);
  expect(line.inOrder().map(({ name }) => name)).toEqual(['c', 'b']);
  expect(line.leave(c)).toBe(true);
  expect(line.join(d, 2)).toBe(true);
});
