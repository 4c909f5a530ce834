import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure, Row } from '../figure.ts';
import { eventToPixel } from './event-to-pixel.ts';
import { callTimeWhileLooking, costOfAnEvent } from './looking-costs.ts';
import { stormOfEvents } from './storm-of-events.ts';

const MOST_KILOBYTES = 300;
const page = 'dist/view/page';

/** The live view, in a real browser. */
export const view: Figure = {
  name: 'view',
  measure: async () => [
    pageWeight(),
    await eventToPixel(),
    await costOfAnEvent(),
    await callTimeWhileLooking(),
    ...(await stormOfEvents()),
  ],
};

/** All files of the page, each compressed by itself, as a browser would get them. */
function pageWeight(): Row {
  const bytes = readdirSync(page).reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(page, name))).length,
    0,
  );
  return {
    figure: 'weight of the live view, compressed',
    measured: `${(bytes / 1_000).toFixed(1)} kB`,
    mustReach: `≤ ${MOST_KILOBYTES} kB`,
    met: bytes <= MOST_KILOBYTES * 1_000,
  };
}
