import { describe, expect, it } from 'vitest';
import { transports } from './peer.ts';
import { stage } from './stage.ts';

/** The defaults at a fortieth of their length. */
const baseDelayMs = 1_000 / 40;
const maxDelayMs = 60_000 / 40;
const ladder = [25, 50, 100, 200, 400, 800, 1_500, 1_500];

/** What an attempt itself and a busy machine may add to a delay. */
const SLACK_MS = 3_000;

// The ladder takes its time; both are watched at once.
describe.concurrent('the ladder', () => {
  for (const transport of transports)
    it(`R11 C5 over ${transport.transport} it begins at the base, doubles, and stops at the cap`, async ({
      expect: check,
      onTestFinished,
    }) => {
      const { supervisor, peer, told } = await stage(
        transport,
        { policy: { baseDelayMs, maxDelayMs, initialRetries: ladder.length } },
        onTestFinished,
      );
      peer.greet('fail');
      await supervisor.start();
      check(told('server.waiting').map(({ waitMs }) => waitMs)).toEqual(ladder);
      // The peer's own clock is the judge.
      const times = peer.handshakes;
      check(times).toHaveLength(ladder.length + 1);
      for (const [index, waitMs] of ladder.entries()) {
        const gapMs = (times[index + 1] ?? 0) - (times[index] ?? 0);
        check(gapMs).toBeGreaterThanOrEqual(waitMs - 2);
        check(gapMs).toBeLessThan(waitMs + SLACK_MS);
      }
    });
});

it('R11 the ladder above is the contract’s, scaled', () => {
  expect(ladder.slice(0, 5).map((waitMs) => waitMs * 40)).toEqual([1000, 2000, 4000, 8000, 16000]);
  expect(Math.max(...ladder) * 40).toBe(60_000);
});
