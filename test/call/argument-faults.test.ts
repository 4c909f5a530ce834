import { expect, test } from 'vitest';
import { findArgumentFault } from '../../src/call/checks/arguments.ts';
import { isBrokenOff, runBounded } from '../../src/call/checks/bounded-run.ts';
import { createSchemas } from '../../src/call/checks/schemas.ts';

const oneOf = (length: number) => ({ properties: { a: { enum: ['x'.repeat(length - 2)] } } });

test.each<[string, object, unknown, string]>([
  [
    'not the frame around it',
    { if: {}, then: { required: ['path'] } },
    {},
    'arguments.path is missing',
  ],
  [
    'what is known instead of an unevaluated property',
    { properties: { path: {} }, unevaluatedProperties: false },
    { colour: 1 },
    'arguments must not have colour; known: path',
  ],
  [
    'no names where none are known',
    { additionalProperties: false },
    { colour: 1 },
    'arguments must not have colour',
  ],
  ['the one value', { properties: { a: { const: 'x' } } }, { a: 1 }, 'arguments.a must be "x"'],
  [
    'null as such',
    { properties: { a: { type: 'string' } } },
    { a: null },
    'arguments.a must be string, not null',
  ],
  [
    'a list as such',
    { properties: { a: { type: 'string' } } },
    { a: [] },
    'arguments.a must be string, not array',
  ],
  [
    'what stands under a name with signs of its own',
    { properties: { 'a/b~c': { type: 'string' } } },
    { 'a/b~c': 5 },
    'arguments.a~1b~0c must be string, not number',
  ],
  [
    'values of 200 characters',
    oneOf(200),
    { a: 1 },
    `arguments.a must be one of "${'x'.repeat(198)}"`,
  ],
  [
    'longer ones cut to as many',
    oneOf(201),
    { a: 1 },
    `arguments.a must be one of "${'x'.repeat(198)}…`,
  ],
])('K2 a fault names %s', (_name, schema, given, expected) => {
  expect(findArgumentFault(createSchemas(), schema, given)).toBe(expected);
});

test.each([
  [{ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' }, true],
  [{ code: 'ENOENT' }, false],
  [{}, false],
  [null, false],
  [undefined, false],
  ['ERR_SCRIPT_EXECUTION_TIMEOUT', false],
])('E5 that a run was broken off can be seen of %o: %s', (error, expected) => {
  expect(isBrokenOff(error)).toBe(expected);
});

test('E5 a bounded run gives what was run, throws what that throws, and is broken off', () => {
  expect(runBounded(() => 7, 1_000)).toBe(7);
  const fault = new Error('no');
  const throws = () => {
    throw fault;
  };
  expect(() => void runBounded(throws, 1_000)).toThrow(fault);
  const endless = () => {
    for (;;);
  };
  let error: unknown;
  try {
    runBounded(endless, 20);
  } catch (thrown) {
    error = thrown;
  }
  expect(isBrokenOff(error)).toBe(true);
});
