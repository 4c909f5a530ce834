import { expect, test } from 'vitest';
import type { PublicState } from '../../machines/public-state.ts';
import { nextAskAt, type AskView } from '../../src/call/admission/ask-for-session.ts';
import { policyWith } from './world.ts';

const policy = policyWith({ eagerDials: 40, eagerDialMs: 750, wakeSpacingMs: 30_000 });
const lastAttempt = { endedAt: 10_000, tookMs: 5_000 };

const state = (more: Partial<PublicState>): { state: PublicState } => ({
  state: {
    connection: 'reconnecting',
    breaker: 'closed',
    attempting: false,
    retries: 0,
    step: 0,
    flaps: 0,
    generation: 1,
    heedsSuccess: false,
    ...more,
  },
});
const parked = state({ connection: 'parked', parkReason: 'budget' });
const rested = { ...parked, parkedSince: 10_000 };

const askedAt = (at: number, attemptEndedAt?: number) => ({ lastAsk: { at, attemptEndedAt } });

test.each<[string, Partial<AskView>, number | undefined]>([
  ['C5a over HTTP a while after an attempt', {}, 10_750],
  ['C5a while connecting too', state({ connection: 'connecting' }), 10_750],
  ['C5a not over stdio', { transport: 'stdio' }, undefined],
  ['C5a not without extra dials', { policy: policyWith({ eagerDials: 0 }) }, undefined],
  ['C5a not before the first attempt ended', { lastAttempt: undefined }, undefined],
  ['C5a not after an attempt that took long', { startSlotMs: 4_999 }, undefined],
  ['C5a once after each attempt', askedAt(10_750, 10_000), undefined],
  ['C5a again after the next one', askedAt(9_000, 8_000), 10_750],
  ['C9 not in an attempt', state({ attempting: true }), undefined],
  ['C9 not with a session', state({ connection: 'ready' }), undefined],
  ['S1 not after shutdown', state({ connection: 'shutdown' }), undefined],
  ['C12 a parked server once it has rested', rested, 40_000],
  ['C12 not before it is known since when', parked, undefined],
  [
    'C12 not where a person has to act first',
    { ...rested, ...state({ connection: 'parked', parkReason: 'auth' }) },
    undefined,
  ],
  ['C12 whatever was asked before it had rested', { ...rested, ...askedAt(39_999) }, 40_000],
  [
    'C12 a second after it was asked, if the timer was late',
    { ...rested, ...askedAt(40_000) },
    41_000,
  ],
])('a waiting call asks for a session: %s', (_name, more, expected) => {
  const view: AskView = {
    ...state({}),
    policy,
    transport: 'http',
    startSlotMs: 5_000,
    parkedSince: undefined,
    lastAttempt,
    lastAsk: undefined,
    ...more,
  };
  expect(nextAskAt(view)).toBe(expected);
});
