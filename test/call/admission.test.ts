import { describe, expect, test } from 'vitest';
import type { PublicState } from '../../machines/public-state.ts';
import {
  admit,
  isRoadClear,
  type Situation,
  type Waiter,
} from '../../src/call/admission/admission.ts';
import type { Hold } from '../../src/call/admission/hold.ts';
import { noOutage } from '../../src/call/admission/outage.ts';
import { readyState } from './ready-state.ts';
import { policyWith } from './world.ts';

const now = 100_000;

const ready = readyState;

function situation(state: Partial<PublicState>, more: Partial<Situation> = {}): Situation {
  const whole = { ...ready, ...state };
  return {
    now,
    isStarted: true,
    state: whole,
    policy: policyWith({}),
    outage: noOutage,
    placeFree: true,
    received: whole.connection === 'ready' ? 7 : undefined,
    nextAttemptAt: undefined,
    wakesAt: undefined,
    breakerHalfOpensAt: undefined,
    probeEndsAt: undefined,
    ownsSlot: false,
    ...more,
  };
}

/** Submitted a second ago, without a wait of its own. */
const plain: Waiter = {
  submittedAt: now - 1_000,
  waitEndsAt: undefined,
  totalEndsAt: now + 599_000,
  hold: undefined,
};
/** Will wait for ten more seconds. */
const patient: Waiter = { ...plain, waitEndsAt: now + 10_000 };
const spent: Waiter = { ...plain, waitEndsAt: now };
const held = (hold: Partial<Hold>): Waiter => ({
  ...plain,
  hold: { since: now - 1_000, code: 'SERVER_UNAVAILABLE', generation: 2, ...hold },
});

const reconnecting = { connection: 'reconnecting' } as const;
const parked = { connection: 'parked', parkReason: 'budget' } as const;
const open = { breaker: 'open' } as const;
const outage = { outage: { kind: 'outage', since: now - 4_000 } } as const;
const longOutage = { outage: { kind: 'outage', since: now - 9_000 } } as const;
const go = { kind: 'go' };
const wait = (why: string, forMs: number) => ({ kind: 'wait', why, until: now + forMs });
const refuse = (code: string, retryAfterMs?: number) =>
  retryAfterMs === undefined ? { kind: 'refuse', code } : { kind: 'refuse', code, retryAfterMs };

describe('K4 admission', () => {
  test.each<[string, Waiter, Situation, object]>([
    ['ready', plain, situation({}), go],
    ['shut down', patient, situation({ connection: 'shutdown' }), refuse('SERVER_SHUT_DOWN')],
    ['no place', plain, situation({}, { placeFree: false }), wait('place', 599_000)],
    ['no place, patient', patient, situation({}, { placeFree: false }), wait('place', 10_000)],
    ['no place, wait over', spent, situation({}, { placeFree: false }), refuse('QUEUE_FULL')],
    ['ready, wait over', spent, situation({}), go],
    [
      'first attempt',
      plain,
      situation(reconnecting, { outage: { kind: 'first' } }),
      wait('session', 599_000),
    ],
    [
      'rebuild',
      plain,
      situation({ draining: true }, { outage: { kind: 'rebuild' } }),
      wait('session', 599_000),
    ],
    [
      'rebuild, patient',
      patient,
      situation({ draining: true }, { outage: { kind: 'rebuild' } }),
      wait('session', 10_000),
    ],
    [
      'outage since before submission',
      plain,
      situation(reconnecting, outage),
      wait('session', 4_000),
    ],
    ['outage, long', plain, situation(reconnecting, longOutage), wait('session', 4_000)],
    [
      'grace over',
      { ...plain, submittedAt: now - 8_000 },
      situation(reconnecting, { ...longOutage, nextAttemptAt: now + 700 }),
      refuse('SERVER_UNAVAILABLE', 700),
    ],
    [
      'grace over in an attempt',
      { ...plain, submittedAt: now - 8_000 },
      situation(reconnecting, longOutage),
      refuse('SERVER_UNAVAILABLE', 1_000),
    ],
    [
      'not ready goes before the breaker',
      plain,
      situation({ ...reconnecting, ...open }, outage),
      wait('session', 4_000),
    ],
    [
      'parked',
      plain,
      situation(parked, { nextAttemptAt: now + 300, wakesAt: now + 900 }),
      refuse('SERVER_PARKED', 300),
    ],
    ['parked without a probe', plain, situation(parked), refuse('SERVER_PARKED')],
    [
      'parked for a login',
      plain,
      situation({ ...parked, parkReason: 'auth' }),
      refuse('AUTH_REQUIRED'),
    ],
    [
      'parked and being probed',
      plain,
      situation({ ...parked, attempting: true }),
      refuse('SERVER_PARKED', 1_000),
    ],
    [
      'parked and being probed, patient',
      patient,
      situation({ ...parked, attempting: true }),
      wait('session', 10_000),
    ],
    [
      'parked, wake in time',
      patient,
      situation(parked, { wakesAt: now + 9_999 }),
      wait('session', 10_000),
    ],
    [
      'parked, wake too late',
      patient,
      situation(parked, { wakesAt: now + 10_000 }),
      refuse('SERVER_PARKED', 10_000),
    ],
    [
      'breaker open',
      plain,
      situation(open, { breakerHalfOpensAt: now + 500 }),
      refuse('CIRCUIT_OPEN', 500),
    ],
    [
      'breaker open, patient',
      patient,
      situation(open, { breakerHalfOpensAt: now + 500 }),
      wait('breaker', 10_000),
    ],
    [
      'breaker open for too long',
      patient,
      situation(open, { breakerHalfOpensAt: now + 10_000 }),
      refuse('CIRCUIT_OPEN', 10_000),
    ],
    ['half-open', plain, situation({ breaker: 'halfOpen', probe: 'free' }), { kind: 'probe' }],
    [
      'half-open, taken',
      plain,
      situation({ breaker: 'halfOpen', probe: 'taken' }, { probeEndsAt: now + 300 }),
      refuse('CIRCUIT_OPEN', 300),
    ],
    [
      'half-open, taken by itself',
      plain,
      situation({ breaker: 'halfOpen', probe: 'taken' }, { ownsSlot: true }),
      { kind: 'probe' },
    ],
    [
      'half-open, taken, patient',
      patient,
      situation({ breaker: 'halfOpen', probe: 'taken' }, { probeEndsAt: now + 30_000 }),
      wait('breaker', 10_000),
    ],
    [
      'half-open, taken, wait over',
      spent,
      situation({ breaker: 'halfOpen', probe: 'taken' }, { probeEndsAt: now + 300 }),
      refuse('CIRCUIT_OPEN', 300),
    ],
    [
      'parked and being probed, wait over',
      spent,
      situation({ ...parked, attempting: true }),
      refuse('SERVER_PARKED', 1_000),
    ],
    [
      'not started, patient',
      patient,
      situation(reconnecting, { isStarted: false }),
      wait('session', 10_000),
    ],
    ...[plain, spent].map((waiter): [string, Waiter, Situation, object] => [
      'not started',
      waiter,
      situation(reconnecting, { isStarted: false }),
      { kind: 'refuse', code: 'SERVER_UNAVAILABLE', isUnstarted: true },
    ]),
    [
      'ready for the machine, whose session is gone already',
      plain,
      situation({}, { received: undefined }),
      wait('session', 4_000),
    ],
    [
      'not ready for the machine, whose session is still there',
      plain,
      situation(reconnecting, { ...outage, received: 7 }),
      wait('session', 4_000),
    ],
    [
      'back from a session that is gone',
      held({ since: now - 500 }),
      situation({}, { received: undefined }),
      wait('session', 4_500),
    ],
    ['breaker open, its end unknown', plain, situation(open), refuse('CIRCUIT_OPEN', 60_000)],
    [
      'half-open, taken, its end unknown',
      plain,
      situation({ breaker: 'halfOpen', probe: 'taken' }),
      refuse('CIRCUIT_OPEN', 15_000),
    ],
    ['breaker retired', plain, situation({ breaker: 'retired' }), go],
    ['total over', { ...plain, totalEndsAt: now }, situation({}), refuse('QUEUE_FULL')],
    ['held by its old session', held({}), situation({}), wait('hold', 4_000)],
    ['held, newer session', held({ generation: 1 }), situation({}), go],
    ['held, sign of life', held({ received: 6 }), situation({}), go],
    ['held, no sign of life', held({ received: 7 }), situation({}), wait('hold', 100)],
    [
      'held, grace over',
      held({ since: now - 5_000 }),
      situation({}),
      refuse('SERVER_UNAVAILABLE', 1_000),
    ],
    [
      'held by a hint',
      held({ untilAt: now + 50, code: 'OVERLOADED' }),
      situation({}),
      wait('hold', 50),
    ],
    ['held, hint over', held({ untilAt: now }), situation({}), go],
    [
      'held for a login, session lost',
      { ...held({ code: 'AUTH_REQUIRED' }), submittedAt: 0 },
      situation(reconnecting, longOutage),
      refuse('AUTH_REQUIRED', 1_000),
    ],
  ])('%s', (_name, waiter, at, expected) => {
    expect(admit(waiter, at)).toEqual(expected);
  });
});

test.each<[Partial<PublicState>, boolean]>([
  [{}, true],
  [{ connection: 'reconnecting' }, false],
  [{ breaker: 'open' }, false],
  [{ draining: true }, false],
])('K4 of a server that is ready but for %o the road is clear: %s', (state, expected) => {
  expect(isRoadClear({ ...ready, ...state })).toBe(expected);
});
