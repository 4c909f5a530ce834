import { setTimeout as delay } from 'node:timers/promises';
import { serveView } from '../../src/view/index.ts';
import { ONLY, supervise } from '../clients.ts';
import type { Row } from '../figure.ts';
import { withHttpServer } from '../peers.ts';
import { compare, median, showRatio } from '../rounds.ts';
import { countEvents, storm, withFleet } from './fleet.ts';
import { withPage } from './page.ts';

const SERVERS = 200;
const EVENTS_PER_SECOND = 100;
const LOOK_MS = 10_000;
const CALLS = 300;
const ROUNDS = 31;
const MOST_RATIO = 1.03;

/** What an event costs the host, and how much of that is the page's doing. */
export async function costOfAnEvent(): Promise<Row> {
  const [nobody, somebody] = await withFleet(SERVERS, async (fleet) => {
    const costOf = async () => {
      const before = process.cpuUsage();
      const [events] = await countEvents(fleet, () => storm(fleet, EVENTS_PER_SECOND, LOOK_MS));
      const { user, system } = process.cpuUsage(before);
      return (user + system) / events;
    };
    await costOf();
    return [await costOf(), await withPage(fleet.address, costOf)] as const;
  });
  return {
    figure: `processor time of the host per event, ${SERVERS} servers: nobody looks, a page looks`,
    measured: `${nobody.toFixed(0)} and ${somebody.toFixed(0)} µs`,
    mustReach: 'told',
    met: true,
  };
}

/** The hot path, with a page open that shows the very server that is called. */
export function callTimeWhileLooking(): Promise<Row> {
  return withHttpServer(async ({ url }) => {
    const [seen, unseen] = [await supervise(url), await supervise(url)];
    const view = await serveView(seen);
    try {
      return await withPage(`${view.address}#/server/${ONLY}`, async () => {
        await delay(500);
        const { ratios, ours, theirs } = await compare(
          () => medianCall(seen),
          () => medianCall(unseen),
          ROUNDS,
        );
        return {
          figure: 'call time over HTTP, p50, with the view open ÷ without',
          measured: `${showRatio(ratios)}, ${ours.toFixed(3)} against ${theirs.toFixed(3)} ms`,
          mustReach: `≤ ${MOST_RATIO}×`,
          met: median(ratios) <= MOST_RATIO,
        };
      });
    } finally {
      await view.close();
      await seen.stop();
      await unseen.stop();
    }
  });
}

async function medianCall(supervisor: Awaited<ReturnType<typeof supervise>>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const startedAt = performance.now();
    await supervisor.callTool(ONLY, 'echo', { text: 'x' });
    times.push(performance.now() - startedAt);
  }
  return median(times);
}
