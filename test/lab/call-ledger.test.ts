import { expect, it } from 'vitest';
import { CallLedger } from '../../lab/stage/call-ledger.ts';

const end = (code: 'ok' | 'OUTCOME_UNKNOWN' | 'SERVER_UNAVAILABLE') => ({
  ...{ code, text: '', tookMs: 0, attempts: 1, generation: 1 },
});

it.each([
  ['ok', 0, false],
  ['ok', 1, true],
  ['ok', 2, false],
  ['OUTCOME_UNKNOWN', 0, true],
  ['OUTCOME_UNKNOWN', 1, true],
  ['OUTCOME_UNKNOWN', 2, false],
  ['SERVER_UNAVAILABLE', 0, true],
  ['SERVER_UNAVAILABLE', 1, false],
] as const)('K7 after %s, %i effects are true: %s', (code, effects, isTrue) => {
  const ledger = new CallLedger();
  ledger.begin();
  ledger.settle(end(code), true);
  expect(ledger.unsettled).toBe(0);
  expect(ledger.objection(effects) === undefined).toBe(isTrue);
});
