import { startFaultServer, type FaultServer } from '../../../test/fixtures/http/fault-server.mjs';
import { faults } from '../../../test/fixtures/http/faults.mjs';
import { defaultPolicy } from '../../../machines/index.ts';
import type { Supervisor } from '../../../src/index.ts';
import { atMost, type Bound } from '../bound.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { ended, keepAsking, type Case, type Stage } from './case.ts';
import { judgePauses, type Dial } from './window.ts';

const { initialRetries, reconnectRetries, stableAfterMs, baseDelayMs } = defaultPolicy;
const EAGER_DIALS = 40;
const ONLY = 'judged';

interface HttpPart {
  readonly name: string;
  play(server: FaultServer, supervisor: Supervisor, stage: Stage): Promise<void> | void;
  /** Before the first dial. */
  prepare?(server: FaultServer, stage: Stage): void;
  judge(dials: readonly Dial[], stage: Stage): readonly Bound[];
}

function httpCase(part: HttpPart): Case {
  return {
    name: part.name,
    async run(stage) {
      const server = await startFaultServer();
      part.prepare?.(server, stage);
      const servers = { [ONLY]: { url: server.url.href } };
      const fleet = await recordedFleet(() => ({ policy: stage.rules.policy, servers }));
      const started = fleet.supervisor.start().catch(() => undefined);
      await part.play(server, fleet.supervisor, stage);
      await ended(stage.end);
      const dialled = server.requests.filter(({ rpc }) => rpc === 'initialize');
      const dials = dialled.map(({ at }) => ({ startedAt: at, endedAt: at }));
      const bounds = part.judge(dials, stage);
      const atEnd = await fleet.end();
      await started;
      await server.close();
      return [...bounds, ...atEnd];
    },
  };
}

export const httpCases: readonly Case[] = [
  httpCase({
    name: 'C5 C6 C8 C11 an endpoint that forgets and then fails',
    async play(server, supervisor, { pass }) {
      await supervisor.ready(ONLY);
      await pass(stableAfterMs + 2_000);
      server.fail('initialize', faults.status(500));
      server.forgetSessions();
      // The session is suspected and asked, and nobody who waits shortens the ladder (C5a).
      server.dropListenStreams('reset');
    },
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials.slice(1), {
        what: 'the ladder after the first attempt, then probes',
        windows: [...rules.ladder(reconnectRetries), rules.probe, rules.probe],
        least: reconnectRetries + 1,
        slackMs,
      }),
    ],
  }),
  hintCase(20),
  hintCase(90),
  httpCase({
    name: 'C5a a call that waits while an endpoint is down',
    prepare: (server) => server.fail('initialize', faults.status(500)),
    play: (_, supervisor, stage) =>
      keepAsking(
        stage,
        supervisor,
        (of) => of.callTool(ONLY, 'echo', { text: '' }, { waitForReadyMs: 3_600_000 }),
        50,
      ),
    judge: judgeEager,
  }),
];

function hintCase(seconds: number): Case {
  return httpCase({
    name: `C5 an endpoint that says Retry-After: ${seconds}`,
    prepare: (server, { rules }) =>
      server.fail('initialize', faults.unavailable(rules.ms(seconds * 1_000) / 1_000)),
    play: () => undefined,
    judge: (dials, { rules, slackMs }) => [
      judgePauses(dials, {
        what: 'as asked, up to the cap, then a probe',
        windows: [
          ...Array.from({ length: initialRetries }, () => rules.hint(seconds * 1_000)),
          rules.probe,
          rules.probe,
        ],
        least: initialRetries,
        slackMs,
      }),
    ],
  });
}

/** Eager dials and those of the ladder's first step come this close, and there is an end to them. */
function judgeEager(dials: readonly Dial[], { rules }: Stage): readonly Bound[] {
  const pauses = dials
    .slice(1)
    .map(({ startedAt }, index) => startedAt - (dials[index]?.endedAt ?? NaN));
  const closeMs = rules.ms(defaultPolicy.eagerDialMs * 1.3);
  const close = pauses.filter((pauseMs) => pauseMs <= closeMs);
  // 1 s, shortened by all of its jitter.
  const floorMs = rules.ms(baseDelayMs / 2);
  // C5a: after an attempt longer than its place at the gate none is made, which is soon when scaled.
  const least = rules.areDefaults ? EAGER_DIALS : initialRetries;
  return [
    atMost('dials in quick succession while a call waits', close.length, EAGER_DIALS + 2),
    atMost('ms by which the shortest pause falls short', floorMs - Math.min(...pauses), 3),
    atMost('pauses short of those that must be seen', Math.max(0, least - pauses.length), 0),
  ];
}
