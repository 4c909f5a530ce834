import { defaultFleetPolicy, defaultPolicy } from '../../../machines/index.ts';
import { atMost, type Bound } from '../bound.ts';
import { keepAsking, type Case, type Stage } from './case.ts';
import { ONLY, stdioCase } from './stdio-case.ts';
import { judgePauses, type Dial } from './window.ts';

const { initialRetries, reconnectRetries, flapBudget, stableAfterMs, startBurst } = defaultPolicy;
const CALL_EVERY_MS = 1_000;

export const stdioCases: readonly Case[] = [
  stdioCase({
    name: 'C3 C5 C8 a process that never comes up',
    mode: 'refuse',
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials, {
        what: 'initial retries, then one probe at a time',
        windows: [...rules.ladder(initialRetries), rules.probe, rules.probe],
        least: initialRetries + 1,
        slackMs,
      }),
    ],
  }),
  stdioCase({
    name: 'C5 C6 C8 a process that dies after a long life',
    mode: 'answer',
    async play({ supervisor, pass, become, kill }) {
      await supervisor.ready(ONLY);
      await pass(stableAfterMs + 2_000);
      await become('refuse');
      kill();
    },
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials, {
        what: 'at once, the ladder, then probes',
        windows: [rules.immediate, ...rules.ladder(reconnectRetries), rules.probe, rules.probe],
        least: 1 + reconnectRetries + (rules.areDefaults ? 1 : 0),
        slackMs,
      }),
    ],
  }),
  stdioCase({
    name: 'C5 C6a a process that comes up only to exit',
    mode: 'flap',
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials, {
        what: 'the whole ladder from 1 to 60 s, then a park',
        windows: [...rules.ladder(flapBudget), rules.probe],
        least: rules.areDefaults ? flapBudget : 7,
        slackMs,
      }),
    ],
  }),
  stdioCase({
    name: 'C12 calls that come all the time to a parked process',
    mode: 'refuse',
    async play(play) {
      const everyMs = play.rules.ms(CALL_EVERY_MS);
      await keepAsking(
        play,
        play.supervisor,
        (of) => of.callTool(ONLY, 'echo', { text: '' }),
        everyMs,
      );
    },
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials, {
        what: 'initial retries, then wakes',
        windows: [
          ...rules.ladder(initialRetries),
          // Each call ends with the attempt that it woke, and the next one comes within its time.
          ...Array.from({ length: 30 }, () => rules.wake(2 * rules.ms(CALL_EVERY_MS))),
        ],
        least: initialRetries + 6,
        slackMs,
      }),
    ],
  }),
  stdioCase({
    name: 'F2 a person who asks for an attempt all the time',
    mode: 'refuse',
    play: (play) => keepAsking(play, play.supervisor, (of) => of.retry(ONLY), 20),
    judge: judgeRate,
  }),
  stdioCase({
    name: 'F2 six processes that hang in the handshake',
    mode: 'hang',
    servers: 2 * defaultFleetPolicy.maxSpawns,
    judge: judgePlaces,
  }),
];

/** A token comes back at the hourly rate, so no stretch of time holds more than that and the burst. */
function judgeRate(dials: readonly Dial[], { rules }: Stage): readonly Bound[] {
  const everyMs = 3_600_000 / rules.startsPerHour;
  const surplus = dials.map(({ startedAt }) => {
    const until = (atMs: number) => startBurst + (atMs - startedAt) / everyMs + 1;
    const later = dials.filter((dial) => dial.startedAt >= startedAt);
    return Math.max(...later.map((dial, index) => index + 1 - until(dial.startedAt)));
  });
  const few = dials.length <= startBurst ? 1 : 0;
  return [
    atMost(`starts beyond burst and rate, of ${dials.length}`, Math.max(0, ...surplus), 0),
    atMost('runs that did not even use up the burst', few, 0),
  ];
}

/** A place is free again after its time, although nobody in it got anywhere. */
function judgePlaces(dials: readonly Dial[], { rules, slackMs }: Stage): readonly Bound[] {
  const { maxSpawns, startSlotMs } = defaultFleetPolicy;
  const firstAt = dials[0]?.startedAt ?? NaN;
  const waits = dials.slice(0, 2 * maxSpawns).map(({ startedAt }) => startedAt - firstAt);
  const [early = NaN, late = NaN] = [waits[maxSpawns], waits[2 * maxSpawns - 1]];
  const slotMs = rules.ms(startSlotMs);
  return [
    atMost(
      'the second three start after the slot of the first, ms short of it',
      slotMs - early,
      slackMs,
    ),
    atMost('and soon after it, ms beyond it', late - slotMs, slackMs),
  ];
}
