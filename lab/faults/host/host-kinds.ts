import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import type { HostProcess } from '../../host/host-process.ts';
import { mustHold, until } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { RemotePeer } from '../../stage/peer.ts';
import { signal } from '../../stage/processes.ts';
import { everyTransport } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';
import { endKinds } from './end-kinds.ts';
import { guardKinds } from './guard-kinds.ts';
import { hostKilled } from './host-killed.ts';
import { child, endHost, startHost } from './with-host.ts';

const run = promisify(execFile);

/** What befalls the process that holds the supervisor. */
export const hostKinds: readonly FaultKind[] = [
  {
    name: 'host-event-loop-blocked',
    group: 'host',
    transports: everyTransport,
    mustHold: 'K1 an answer that came in time counts, however late it is read; nothing is lost',
    run: async (lab) => {
      const peer = await lab.serve();
      const host = await startHost(lab, { server: peer.entry });
      const call = host.call('server', 'slow', { ms: 1_000 }, { timeoutMs: 3_000 });
      // It has to be on its way before nothing moves any more.
      await host.ask({ do: 'status' });
      if (peer instanceof RemotePeer)
        await until(() => peer.server.counts.calls > 0, 'the call has arrived');
      const blocked = host.ask({ do: 'block', forMs: 5_000 });
      const end = await call;
      await blocked;
      mustHold(end.code === 'ok', 'the call is answered', end);
      await host.recovers('server');
      const { generation } = await host.status('server');
      mustHold(generation === 1, 'the session lives on', generation);
      await endHost(lab, host);
    },
  },
  {
    name: 'host-stopped-40-s',
    group: 'host',
    transports: everyTransport,
    mustHold:
      'F3 after 40 s of SIGSTOP one wake: the healthy is checked, the waiting tried at once',
    boundMs: 150_000,
    run: (lab) =>
      wakes(lab, async (host) => {
        host.signal('SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, 40_000));
        host.signal('SIGCONT');
      }),
  },
  {
    name: 'host-wall-clock-jump',
    group: 'host',
    transports: everyTransport,
    mustHold: 'F3 a wall clock that is an hour ahead means sleep: the same wake',
    run: (lab) => wakes(lab, (host) => host.ask({ do: 'jump', byMs: 3_600_000 })),
  },
  {
    name: 'host-no-file-handles',
    group: 'host',
    transports: everyTransport,
    mustHold: 'E2 no handle is a passing fault: calls are told the truth, and it comes back',
    run: withoutHandles,
  },
  {
    name: 'host-memory-pressure-at-spawn',
    group: 'host',
    transports: ['stdio'],
    mustHold: 'E2 C3 a child that gets no memory is a passing fault; the neighbour never notices',
    run: withoutMemory,
  },
  ...endKinds,
  ...guardKinds,
  hostKilled,
];

/** One healthy server, and one that would wait for an hour: both are looked after at once. */
async function wakes(lab: Lab, sleep: (host: HostProcess) => Promise<unknown>): Promise<void> {
  const hour = { baseDelayMs: 3_600_000, maxDelayMs: 3_600_000, jitter: 0 };
  const waiting = { ...child(lab, 'exit-at-once.mjs'), policy: hour };
  // `start()` would wait for the one that waits.
  const fleet = { keepaliveMs: 5_000, startTimeoutMs: 4_000 };
  const host = await startHost(lab, { server: (await lab.serve()).entry, waiting }, fleet);
  await host.recovers('server');
  const attempts = async () =>
    (await host.story()).filter(
      ({ type, server }) => type === 'server.attempting' && server === 'waiting',
    );
  const before = (await attempts()).length;
  await sleep(host);
  const woken = async () => (await attempts()).slice(before);
  const boundMs = performance.now() + 15_000;
  while ((await woken()).length === 0 && performance.now() < boundMs)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const causes = (await woken()).map((event) => 'cause' in event && event.cause);
  mustHold(causes.length === 1 && causes[0] === 'wake', 'F3 one attempt, caused by it', causes);
  await host.recovers('server');
  const { generation, state } = await host.status('server');
  mustHold(generation === 1 && state === 'ready', 'F3 the healthy one is checked, not rebuilt', {
    generation,
    state,
  });
  await endHost(lab, host);
}

async function withoutHandles(lab: Lab): Promise<void> {
  const peer = await lab.serve();
  const host = await startHost(lab, { server: peer.entry }, { initialRetries: 1 });
  await host.recovers('server');
  const { pid = 0 } = await host.status('server');
  const open = readdirSync(`/proc/${host.pid}/fd`).length;
  // Nothing more can be opened than is, save for what the loss itself gives back.
  await limitHandles(host, Math.max(3, open - 4));
  if (peer instanceof RemotePeer) peer.proxy.resetAll();
  else signal(pid, 'SIGKILL');
  const end = await host.call('server', 'echo', { text: 'now' }, { timeoutMs: 3_000 });
  const truths = ['SERVER_UNAVAILABLE', 'SERVER_PARKED', 'OUTCOME_UNKNOWN', 'CALL_TIMEOUT'];
  mustHold(truths.includes(end.code), `a call ends as ${truths.join()}`, end);
  await limitHandles(host, 1_024);
  await host.recovers('server');
  await endHost(lab, host);
}

async function withoutMemory(lab: Lab): Promise<void> {
  const honest = child(lab, 'echo-server.mjs') as { command: string; args: string[]; env: object };
  const starved = {
    ...child(lab, 'echo-server.mjs'),
    command: 'prlimit',
    args: ['--as=50000000', honest.command, ...honest.args],
  };
  const host = await startHost(lab, { server: starved, neighbour: honest as never });
  const { state, parkReason } = await host.status('server');
  mustHold(state === 'parked' && parkReason === 'startup', 'C3 it parks', { state, parkReason });
  await host.recovers('neighbour');
  await host.ask({ do: 'replace', server: 'server', entry: honest as never });
  await host.recovers('server');
  const { generation } = await host.status('neighbour');
  mustHold(generation === 1, 'F1 the neighbour never noticed', generation);
  await endHost(lab, host);
}

/** The soft limit, which can be raised again. */
async function limitHandles({ pid }: HostProcess, most: number): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
}
