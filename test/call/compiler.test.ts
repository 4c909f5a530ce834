import { expect, test } from 'vitest';
import { createCompiler } from '../../src/call/checks/compiler.ts';

test.each([
  ['2020', false],
  ['draft7', true],
] as const)('K2 to %s a tuple by the new word fits whatever it holds: %s', (dialect, expected) => {
  const compiler = createCompiler(dialect, { strict: false, logger: false });
  expect(compiler.validate({ prefixItems: [{ type: 'string' }] }, [1])).toBe(expected);
});
