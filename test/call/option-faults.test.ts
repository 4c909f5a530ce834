import { expect, test } from 'vitest';
import type { CallOptions } from '../../src/call/call-options.ts';
import { findOptionFault, settleTerms } from '../../src/call/checks/options.ts';
import { policyWith } from './world.ts';

const longest = 2 ** 31 - 1;
const range = (name: string, least = 1, also = '') =>
  `${name} must be a number from ${least} to 2147483647${also}, not`;
const noSignal = 'signal must be an AbortSignal';
const listener = { addEventListener: () => undefined };

test.each<[unknown, string | undefined]>([
  [{}, undefined],
  [{ timeoutMs: longest, maxTotalMs: false, waitForReadyMs: 0, replay: 'never' }, undefined],
  [{ timeoutMs: 1, maxTotalMs: longest, replay: 'safe', onProgress: () => undefined }, undefined],
  [{ signal: new AbortController().signal, replay: 'always' }, undefined],
  [{ signal: { aborted: false, ...listener } }, undefined],
  [null, 'they must be an object, not null'],
  [[], 'they must be an object, not a list'],
  [{ timeOutMs: 5 }, 'timeOutMs is unknown; did you mean timeoutMs?'],
  [
    { toString: 5 },
    'toString is unknown; known: timeoutMs, maxTotalMs, waitForReadyMs, signal, onProgress, replay',
  ],
  [{ timeoutMs: 0 }, `${range('timeoutMs')} 0`],
  [{ timeoutMs: longest + 1 }, `${range('timeoutMs')} 2147483648`],
  [{ timeoutMs: Number.NaN }, `${range('timeoutMs')} NaN`],
  [{ timeoutMs: '5' }, `${range('timeoutMs')} a string`],
  [{ maxTotalMs: 0 }, `${range('maxTotalMs', 1, ', or false')} 0`],
  [{ maxTotalMs: true }, `${range('maxTotalMs', 1, ', or false')} a boolean`],
  [{ waitForReadyMs: -1 }, `${range('waitForReadyMs', 0)} -1`],
  [{ replay: 'maybe' }, `replay must be 'safe', 'always' or 'never'`],
  [{ onProgress: {} }, 'onProgress must be a function'],
  [{ signal: 'now' }, noSignal],
  [{ signal: null }, noSignal],
  [{ signal: {} }, noSignal],
  [{ signal: listener }, noSignal],
  [{ signal: { aborted: false } }, noSignal],
  [{ signal: { aborted: false, addEventListener: true } }, noSignal],
])('E3 what is wrong with the options %o: %s', (options, expected) => {
  expect(findOptionFault(options as CallOptions)).toBe(expected);
});

test('K1 K4 the terms of a call are its options, or else the policy', () => {
  const policy = policyWith({ callTimeoutMs: 7, maxTotalMs: 90 });
  expect(settleTerms({}, policy, 1_000)).toEqual({
    timeoutMs: 7,
    waitEndsAt: undefined,
    totalEndsAt: 1_090,
    replay: 'safe',
  });
  const own = { timeoutMs: 1, maxTotalMs: false, waitForReadyMs: 5, replay: 'never' } as const;
  expect(settleTerms(own, policy, 1_000)).toEqual({
    timeoutMs: 1,
    waitEndsAt: 1_005,
    totalEndsAt: Infinity,
    replay: 'never',
  });
});
