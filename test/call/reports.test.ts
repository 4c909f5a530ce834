import { describe, expect, test } from 'vitest';
import type { ServerEvent } from '../../machines/events.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { Call } from '../../src/call/call.ts';
import type { CallEnvironment } from '../../src/call/environment.ts';
import { createMeter } from '../../src/call/reports/meter.ts';
import { createReports } from '../../src/call/reports/reports.ts';
import type { Outcome } from '../../src/call/sending/outcome.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { newCall } from './new-call.ts';
import { readyState } from './ready-state.ts';
import { policyWith } from './world.ts';

const answered: Outcome = { kind: 'answered', result: {} };
const lost: Outcome = { kind: 'unknown', why: 'cut', message: 'gone' };
const garbled: Outcome = { kind: 'unknown', why: 'malformed', message: 'a page' };

const free: PublicState = { ...readyState, breaker: 'halfOpen', probe: 'free' };
const taken: PublicState = { ...free, probe: 'taken' };

/** Reports to a machine that does as the test says. */
function stage(state: PublicState) {
  const clock = createStepClock();
  const sent: ServerEvent[] = [];
  const policy = policyWith({});
  const self = {
    clock,
    sent,
    state,
    /** What the machine makes of a claim at once. */
    claimed: undefined as PublicState | undefined,
  };
  const environment = {
    clock,
    policy: () => policy,
    state: () => self.state,
    send: (event: ServerEvent) => {
      sent.push(event);
      if (event.type === 'call.probe' && self.claimed !== undefined) self.state = self.claimed;
    },
  } as unknown as CallEnvironment;
  const reports = createReports(
    environment,
    createMeter(() => policy),
  );
  const begin = (subject = 'read') => {
    const call = { ...newCall(subject, clock.now()), generation: state.generation };
    reports.begin(call);
    return call;
  };
  const end = (call: Call, outcome: Outcome, tookMs = 0) => {
    const startedAt = clock.now() - tookMs;
    reports.report(call, { startedAt, linkIdle: true, cancel: () => undefined }, outcome);
  };
  return Object.assign(self, { reports, begin, end, probeTimeoutMs: policy.probeTimeoutMs });
}

describe('B4 a claim to the slot', () => {
  test('keeps others from claiming for a tenth of a second, and no longer', () => {
    const on = stage(free);
    const take = () => on.reports.takeSlot(on.begin());
    expect([take(), take()]).toEqual([false, false]);
    on.clock.advance(99);
    expect(take()).toBe(false);
    expect(on.sent).toStrictEqual([{ type: 'call.probe' }]);
    on.clock.advance(1);
    expect(take()).toBe(false);
    expect(on.sent).toHaveLength(2);
  });

  test('that is heeded later goes to the call that made it, and lasts from then', () => {
    const on = stage(free);
    const call = on.begin();
    on.reports.takeSlot(call);
    on.clock.advance(50);
    on.reports.watch(taken);
    expect(on.reports.holdsSlot(call)).toBe(true);
    expect(on.reports.probeEndsAt).toBe(50 + on.probeTimeoutMs);
  });

  test('is void once the breaker is half-open no more', () => {
    const on = stage(free);
    on.reports.takeSlot(on.begin());
    on.reports.watch(readyState);
    on.reports.watch(free);
    on.claimed = taken;
    const call = on.begin();
    expect(on.reports.takeSlot(call)).toBe(true);
    expect(on.sent).toHaveLength(2);
  });
});

describe('B4 the slot', () => {
  test('stays with the probe when another call ends', () => {
    const on = stage(free);
    on.claimed = taken;
    const [earlier, probe] = [on.begin(), on.begin()];
    on.reports.takeSlot(probe);
    on.end(earlier, answered);
    expect(on.reports.holdsSlot(probe)).toBe(true);
  });

  test('is over with the probe, before the machine has said so', () => {
    const on = stage(free);
    on.claimed = taken;
    const probe = on.begin();
    on.reports.takeSlot(probe);
    on.end(probe, answered);
    expect(on.reports.probeEndsAt).toBeUndefined();
    expect(on.sent.at(-1)).toEqual({ type: 'call.succeeded', probe: true, generation: 2 });
  });
});

describe('B4 a slow tool is given its own time', () => {
  /** What a tool is given as probe after successes that took so long. */
  const givenAfter = (tookMs: readonly number[], more: Partial<Call> = {}) => {
    const on = stage(free);
    for (const each of tookMs) on.end(on.begin(), answered, each);
    on.reports.takeSlot(Object.assign(on.begin(), { timeoutMs: 40_000, ...more }));
    return on.sent.at(-1);
  };
  const own = (timeoutMs: number) => ({ type: 'call.probe', timeoutMs });

  test.each<[string, number[], Partial<Call>, object]>([
    ['that took half of the probe is not slow', [7_500], {}, { type: 'call.probe' }],
    ['that took longer is', [7_501], {}, own(40_000)],
    ['that was quick again is not', [9_000, 1], {}, { type: 'call.probe' }],
    ['has no more than its call has in all', [9_000], { totalEndsAt: 20_000.5 }, own(20_000)],
    ['has a millisecond at least', [9_000], { totalEndsAt: 0 }, own(1)],
  ])('one %s', (_name, tookMs, more, expected) => {
    expect(givenAfter(tookMs, more)).toStrictEqual(expected);
  });

  test('as far as its call goes from now on', () => {
    const on = stage(free);
    on.end(on.begin(), answered, 9_000);
    on.clock.advance(5_000);
    on.reports.takeSlot(Object.assign(on.begin(), { totalEndsAt: 15_000 }));
    expect(on.sent.at(-1)).toEqual(own(10_000));
  });

  test('those 256 that were slow last', () => {
    const on = stage(free);
    const slow = (index: number) => on.end(on.begin(`tool-${index}`), answered, 9_000);
    const isKnown = (index: number) => {
      on.clock.advance(100);
      on.reports.takeSlot(on.begin(`tool-${index}`));
      return 'timeoutMs' in (on.sent.at(-1) ?? {});
    };
    for (let index = 0; index < 256; index += 1) slow(index);
    expect([0, 1, 255].map(isKnown)).toEqual([true, true, true]);
    // The first was slow once more, so that the second has to make room.
    slow(0);
    slow(256);
    expect([0, 1, 2, 256].map(isKnown)).toEqual([true, false, true, true]);
  });
});

describe('B2 a loss', () => {
  const failures = (sent: readonly ServerEvent[]) =>
    sent.map((event) => (event.type === 'call.failed' ? event.failure.kind : event.type));

  test('swallows the cuts beside it, and no other failure', () => {
    const on = stage(readyState);
    const calls = [on.begin(), on.begin(), on.begin()];
    const outcomes = [lost, lost, garbled];
    calls.forEach((call, index) => on.end(call, outcomes[index] ?? lost));
    expect(failures(on.sent)).toEqual(['transport', 'protocol']);
  });

  test('is not told by what is no cut', () => {
    const on = stage(readyState);
    const [first, second] = [on.begin(), on.begin()];
    on.end(first, garbled);
    on.end(second, lost);
    expect(failures(on.sent)).toEqual(['protocol', 'transport']);
  });

  test('does not swallow the verdict of a probe', () => {
    const on = stage(free);
    on.claimed = taken;
    const [first, probe] = [on.begin(), on.begin()];
    on.reports.takeSlot(probe);
    on.end(first, lost);
    on.end(probe, lost);
    expect(failures(on.sent)).toEqual(['call.probe', 'transport', 'transport']);
    expect(on.sent.at(-1)).toMatchObject({ probe: true });
  });
});
