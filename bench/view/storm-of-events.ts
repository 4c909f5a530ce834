import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Row } from '../figure.ts';
import { percentile } from '../rounds.ts';
import { countEvents, storm, withFleet, type ShownFleet } from './fleet.ts';
import { heapOf, withPage } from './page.ts';

const SERVERS = 200;
const EVENTS_PER_SECOND = 100;
const STORM_MS = 60_000;
/** By then all that the page keeps is full. */
const WARM_MS = 30_000;
/** What follows a session, such as its early ping, is over by then. */
const REST_MS = 2_500;
const MOST_BLOCKED_MS = 50;
const MOST_GROWTH = 0.1;

/** A large fleet in trouble, while somebody looks. */
export function stormOfEvents(): Promise<Row[]> {
  return withFleet(SERVERS, (fleet) => withPage(fleet.address, (page) => measure(fleet, page)));
}

async function measure(fleet: ShownFleet, page: Page): Promise<Row[]> {
  await storm(fleet, EVENTS_PER_SECOND, WARM_MS);
  await delay(REST_MS);
  const heapBefore = await heapOf(page);
  await page.evaluate(watchLoop);
  const [events, taken] = await countEvents(fleet, async () => {
    const takenBefore = await takenBy(page);
    await storm(fleet, EVENTS_PER_SECOND, STORM_MS);
    await delay(REST_MS);
    return (await takenBy(page)) - takenBefore;
  });
  const blocked = await page.evaluate<number[]>('globalThis.blocked');
  const growth = (await heapOf(page)) / heapBefore - 1;
  const p95 = percentile(blocked, 0.95);
  const title = `${SERVERS} servers, ${(events / (STORM_MS / 1_000)).toFixed(0)} events/s for ${STORM_MS / 1_000} s`;
  return [
    {
      figure: `${title}: events that the page was not told of`,
      measured: `${events - taken} of ${events}`,
      mustReach: '0',
      met: events === taken,
    },
    {
      figure: `${title}: main thread blocked, p95`,
      measured: `${p95.toFixed(0)} ms, at worst ${Math.max(...blocked).toFixed(0)} ms`,
      mustReach: `< ${MOST_BLOCKED_MS} ms`,
      met: p95 < MOST_BLOCKED_MS,
    },
    {
      figure: `${title}: growth of the page's memory`,
      measured: `${(growth * 100).toFixed(1)} % of ${(heapBefore / 1e6).toFixed(1)} MB`,
      mustReach: `≤ ${MOST_GROWTH * 100} %`,
      met: growth <= MOST_GROWTH,
    },
  ];
}

/** Entries that the page has taken in all. */
async function takenBy(page: Page): Promise<number> {
  return Number(await page.locator('[data-taken]').getAttribute('data-taken'));
}

/** Runs in the page: how much later than asked for a timer runs, again and again. */
const watchLoop = `{
  globalThis.blocked = [];
  let due = performance.now() + 10;
  const look = () => {
    blocked.push(Math.max(0, performance.now() - due));
    due = performance.now() + 10;
    setTimeout(look, 10);
  };
  setTimeout(look, 10);
}`;
