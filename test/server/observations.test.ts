import { expect, it } from 'vitest';
import { Observations } from '../../src/server/observations.ts';
import type { Happening } from './happening.ts';

const error = { code: 'GONE', message: 'the child exited', kind: 'lost' } as const;
const attempting = { type: 'server.attempting', cause: 'ladder' } as const;
const failed = { type: 'server.failed', error, charged: true } as const;
const ready = { type: 'server.state', state: 'ready', generation: 1 } as const;
const shutdown = { type: 'server.state', state: 'shutdown', generation: 1 } as const;
const parked = { type: 'server.parked', reason: 'budget', waitMs: 300_000 } as const;

/** What was noted of these events, each of which happened when its number says. */
function noted(...events: [number, Happening][]): Observations {
  const observations = new Observations(0);
  for (const [at, event] of events) observations.note({ server: 'files', ...event }, at);
  return observations;
}

it('H1 has nothing to tell of a server that was not yet tried', () => {
  const observations = new Observations(7);
  expect(observations).toMatchObject({ since: 7, attempt: 'none', attempts: 0, failures: 0 });
  observations.crashed({ code: 'BUG', message: 'broke' }, 40);
  expect(observations.lastAttempt).toBeUndefined();
});

it('H1 counts attempts since the last session, and failures over the whole life', () => {
  const lost = noted([10, attempting], [20, failed], [30, attempting], [40, failed]);
  expect(lost).toMatchObject({ attempt: 'none', attempts: 2, failures: 2 });
  expect(lost.lastError).toEqual({ ...error, at: 40 });
  const opened = noted([10, attempting], [20, failed], [30, attempting], [50, ready]);
  expect(opened).toMatchObject({ since: 50, attempt: 'none', attempts: 0, failures: 1 });
  expect(opened.lastAttempt).toEqual({ endedAt: 50, tookMs: 20 });
});

it('H1 knows that an attempt runs, and what is next otherwise', () => {
  const running = noted(
    [10, { type: 'server.waiting', waitMs: 1_000, retries: 1 }],
    [20, attempting],
  );
  expect(running).toMatchObject({ attempt: 'running', nextAttemptAt: undefined });
  const waiting = noted([10, { type: 'server.waiting', waitMs: 1_000, retries: 1 }]);
  expect(waiting.nextAttemptAt).toBe(1_010);
  expect(waiting).toMatchObject({ parkedSince: undefined, lastParkReason: undefined });
});

it('F2 C13 an attempt takes no longer than from its turn', () => {
  const observations = new Observations(0);
  const note = (event: Happening, at: number) =>
    observations.note({ server: 'files', ...event }, at);
  observations.queued();
  note(attempting, 10);
  expect(observations.attempt).toBe('queued');
  observations.granted(500);
  expect(observations.attempt).toBe('running');
  note(failed, 700);
  expect(observations.lastAttempt).toEqual({ endedAt: 700, tookMs: 200 });
});

it('C5a S1 what ends without an attempt leaves the last one as it was', () => {
  const observations = noted([10, attempting], [30, failed], [90, shutdown]);
  expect(observations.lastAttempt).toEqual({ endedAt: 30, tookMs: 20 });
  expect(noted([10, attempting], [90, shutdown]).lastAttempt).toEqual({ endedAt: 90, tookMs: 80 });
  const parking = { type: 'server.state', state: 'parked', generation: 0 } as const;
  expect(noted([10, attempting], [90, parking]).attempt).toBe('running');
});

it('C7 C12 knows since when it is parked, why, and when it probes itself', () => {
  expect(noted([50, parked])).toMatchObject({
    parkedSince: 50,
    lastParkReason: 'budget',
    nextAttemptAt: 300_050,
  });
  expect(noted([50, { type: 'server.parked', reason: 'auth' }]).nextAttemptAt).toBeUndefined();
  expect(noted([50, parked], [60, attempting])).toMatchObject({
    parkedSince: undefined,
    nextAttemptAt: undefined,
  });
});

it('B3 knows when an open breaker lets a call try, and that one which is not has no such time', () => {
  const opened = { type: 'breaker.opened', cooldownMs: 60_000 } as const;
  expect(noted([5, opened]).breakerHalfOpensAt).toBe(60_005);
  for (const type of ['breaker.halfOpened', 'breaker.closed'] as const)
    expect(noted([5, opened], [9, { type }]).breakerHalfOpensAt).toBeUndefined();
});

it('C15 a crash ends the attempt that was under way, and is a failure', () => {
  const observations = noted([10, attempting]);
  observations.crashed({ code: 'BUG', message: 'broke' }, 40);
  expect(observations).toMatchObject({
    attempt: 'none',
    failures: 1,
    lastError: { code: 'BUG', message: 'broke', kind: 'internal', at: 40 },
    lastAttempt: { endedAt: 40, tookMs: 30 },
  });
});

it('H1 a loss is the last error, and no failed attempt', () => {
  const observations = noted([10, { type: 'server.lost', error, charged: true }]);
  expect(observations).toMatchObject({ failures: 0, lastError: { ...error, at: 10 } });
});
