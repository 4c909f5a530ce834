import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createActor } from 'xstate';
import { createServerMachine } from '../machines/server.machine.ts';
import { createSupervisor, type Supervisor } from '../src/index.ts';
import { createStatelyInspector } from '../src/inspect/index.ts';
import { ONLY, supervise } from './clients.ts';
import type { Figure, Row } from './figure.ts';
import { withHttpServer } from './peers.ts';
import { compare, median, showRatio } from './rounds.ts';

const CALLS = 300;
const CALL_ROUNDS = 31;
const MOST_RATIO = 1.1;
const EVENTS = 5_000;
const EVENT_ROUNDS = 9;

/** What it costs to be looked at by the Stately inspector, with a page that reads along. */
export const inspector: Figure = {
  name: 'inspector',
  measure: async () => [await callTimeWhileInspected(), await costOfAnEvent()],
};

function callTimeWhileInspected(): Promise<Row> {
  return withHttpServer(({ url }) =>
    whileRead(async (inspect) => {
      const unseen = await supervise(url);
      const seen = createSupervisor({ servers: { [ONLY]: { url } }, inspect });
      await seen.start();
      try {
        const ways = [() => medianCall(seen), () => medianCall(unseen)] as const;
        const { ratios, ours, theirs } = await compare(...ways, CALL_ROUNDS);
        return {
          figure: 'call time over HTTP, p50, with the inspector attached ÷ without',
          measured: `${showRatio(ratios)}, ${ours.toFixed(3)} against ${theirs.toFixed(3)} ms`,
          mustReach: `≤ ${MOST_RATIO}×`,
          met: median(ratios) <= MOST_RATIO,
        };
      } finally {
        await seen.stop();
        await unseen.stop();
      }
    }),
  );
}

/** An actor alone, so that nothing but the event and its inspection takes time. */
function costOfAnEvent(): Promise<Row> {
  return whileRead(async (inspect) => {
    const { ours, theirs } = await compare(
      () => microsecondsPerEvent({ inspect }),
      () => microsecondsPerEvent({}),
      EVENT_ROUNDS,
    );
    return {
      figure: 'processor time of a machine event: inspected, not inspected',
      measured: `${ours.toFixed(0)} and ${theirs.toFixed(0)} µs`,
      mustReach: 'told',
      met: true,
    };
  });
}

async function microsecondsPerEvent(options: {
  readonly inspect?: (event: unknown) => void;
}): Promise<number> {
  const machine = createServerMachine({ random: () => 0 });
  const actor = createActor(machine, { input: { server: ONLY }, ...options }).start();
  actor.send({ type: 'link.opened' });
  const before = process.cpuUsage();
  for (let sent = 0; sent < EVENTS; sent += 1) {
    actor.send({ type: 'call.succeeded' });
    // What is sent to the page is made a moment later, which has to count.
    if (sent % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  const { user, system } = process.cpuUsage(before);
  actor.stop();
  return (user + system) / EVENTS;
}

/** An inspector whose page is another process, as a browser is, and reads all that it is told. */
async function whileRead<Result>(
  use: (inspect: (event: unknown) => void) => Promise<Result>,
): Promise<Result> {
  const { inspect, url, stop } = await createStatelyInspector();
  const script = `require('node:http').get(process.argv[1], (told) => told.resume())`;
  const page = spawn(process.execPath, ['-e', script, `${url}events`], { stdio: 'ignore' });
  const left = once(page, 'exit');
  try {
    return await use(inspect);
  } finally {
    await stop();
    page.kill();
    await left;
  }
}

async function medianCall(supervisor: Supervisor): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await supervisor.callTool(ONLY, 'echo', { text: 'x' });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
