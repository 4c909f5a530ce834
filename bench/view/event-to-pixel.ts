import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Row } from '../figure.ts';
import { median, percentile } from '../rounds.ts';
import { withFleet, type ShownFleet } from './fleet.ts';
import { withPage } from './page.ts';

const SERVERS = 20;
const ROUNDS = 5;
const MOST_MS = 250;
/** Longer than several frames, so that each state is shown before the next. */
const ATTEMPT_MS = 600;

/** From a change of state, as the supervisor tells it, to the picture that shows it. */
export async function eventToPixel(): Promise<Row> {
  const times = await withFleet(SERVERS, (fleet) =>
    withPage(fleet.address, (page) => timesOf(fleet, page)),
  );
  const p95 = percentile(times, 0.95);
  return {
    figure: `event to pixel, ${SERVERS} servers, p50 and p95 of ${times.length} changes`,
    measured: `${median(times).toFixed(0)} and ${p95.toFixed(0)} ms`,
    mustReach: `p95 ≤ ${MOST_MS} ms`,
    met: p95 <= MOST_MS,
  };
}

async function timesOf({ supervisor, peers, names }: ShownFleet, page: Page): Promise<number[]> {
  const happened = new Map<string, number>();
  supervisor.on('server.state', ({ server, state, generation, at }) =>
    happened.set(`${server} ${state} ${generation}`, at),
  );
  await page.evaluate(watchRows);
  let round = 1;
  for (; round <= ROUNDS; round += 1)
    for (const name of names) {
      peers.behaviour(name).start = () => delay(ATTEMPT_MS);
      peers.last(name).lose();
      await delay(70);
    }
  await delay(ATTEMPT_MS + 1_000);
  const shown = await page.evaluate<[string, string, number][]>('globalThis.shown');
  return pairTimes(happened, shown);
}

/** The nth time that a server was shown in a state belongs to the nth time that it came into it. */
function pairTimes(
  happened: ReadonlyMap<string, number>,
  shown: readonly [server: string, state: string, at: number][],
): number[] {
  return [...happened].flatMap(([key, at]) => {
    const [server, state] = key.split(' ');
    const picture = shown.find((one) => one[0] === server && one[1] === state && one[2] >= at);
    return picture ? [picture[2] - at] : [];
  });
}

/** Runs in the page: notes when each row's state is painted. */
const watchRows = `{
  globalThis.shown = [];
  const states = new Map();
  const look = () => {
    const changed = [];
    for (const row of document.querySelectorAll('.server-row')) {
      const [name, state] = ['.name', '.state'].map((part) => row.querySelector(part).textContent);
      if (states.get(name) !== state) changed.push([name, state]);
      states.set(name, state);
    }
    // The frame after the next one begins when this one has been painted.
    if (changed.length > 0)
      requestAnimationFrame(() => requestAnimationFrame(() => {
        const at = performance.timeOrigin + performance.now();
        for (const one of changed) shown.push([...one, at]);
      }));
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
}`;
