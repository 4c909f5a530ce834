import { describe, expect, test } from 'vitest';
import type { PublicState } from '../../machines/public-state.ts';
import { followOutage, noOutage } from '../../src/call/admission/outage.ts';
import { readyState } from './ready-state.ts';

const ready = readyState;
const reconnecting = { connection: 'reconnecting' } as const;
const parked = { connection: 'parked', parkReason: 'budget' } as const;

describe('K4 the outage whose grace runs', () => {
  const follow = (...states: Partial<PublicState>[]) =>
    states.reduce(
      (outageSoFar, state, index) => {
        return followOutage(outageSoFar, { ...ready, ...state }, index * 100);
      },
      followOutage(noOutage, ready, 0),
    );

  const attempting = { ...reconnecting, attempting: true };
  test.each([
    ['a loss', [attempting], { kind: 'outage', since: 0 }],
    [
      'a loss and failed attempts',
      [attempting, reconnecting, attempting],
      { kind: 'outage', since: 0 },
    ],
    ['two outages', [attempting, ready, reconnecting], { kind: 'outage', since: 200 }],
    ['the first attempt', [{ connection: 'connecting', attempting: true }], { kind: 'first' }],
    [
      'after the first attempt',
      [
        { connection: 'connecting', attempting: true },
        { connection: 'connecting', retries: 1 },
      ],
      { kind: 'outage', since: 100 },
    ],
    ['a rebuild', [{ draining: true }, attempting], { kind: 'rebuild' }],
    [
      'a rebuild that failed',
      [{ draining: true }, attempting, reconnecting, attempting],
      { kind: 'outage', since: 200 },
    ],
    ['a park', [reconnecting, parked], { kind: 'none' }],
    ['a shutdown', [reconnecting, { connection: 'shutdown' }], { kind: 'none' }],
    [
      'a second first attempt',
      [{ connection: 'connecting', attempting: true, retries: 1 }],
      { kind: 'outage', since: 0 },
    ],
    [
      'an attempt asked for after a failure, whose retries are forgiven (C10)',
      [
        {
          connection: 'connecting',
          attempting: true,
          lastError: { kind: 'transient', code: 'ECONNREFUSED', message: 'refused' },
        },
      ],
      { kind: 'outage', since: 0 },
    ],
  ] satisfies [string, Partial<PublicState>[], object][])('%s', (_name, states, expected) => {
    expect(follow(...states)).toEqual(expected);
  });
});
