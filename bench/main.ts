import { parseArgs } from 'node:util';
import { callTime } from './call-time.ts';
import { cutConnections } from './cut-connections.ts';
import { deathNotice } from './death-notice.ts';
import { expiredSession } from './expired-session.ts';
import type { Figure, Row } from './figure.ts';
import { idleMemory } from './idle-memory/idle-memory.ts';
import { inspector } from './inspector.ts';
import { largeResult } from './large-result.ts';
import { listRefresh } from './list-refresh.ts';
import { outage } from './outage.ts';
import { packaged } from './package.ts';
import { recorder } from './recorder.ts';
import { recovery } from './recovery.ts';
import { reload } from './reload.ts';
import { startStorm } from './start-storm.ts';
import { stubbornStop } from './stubborn-stop.ts';
import { drawTable } from './table.ts';
import { view } from './view/view.ts';

// Times first, while the process is as fresh as a host's own.
const figures: readonly Figure[] = [
  callTime,
  largeResult,
  recovery,
  deathNotice,
  expiredSession,
  outage,
  reload,
  listRefresh,
  stubbornStop,
  startStorm,
  idleMemory,
  cutConnections,
  packaged,
  view,
  recorder,
  inspector,
];

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = figures.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) {
  const known = figures.map(({ name }) => name).join(', ');
  console.error(`There is no figure ${values.only}; there are ${known}.`);
  process.exitCode = 2;
} else await run(chosen);

/** One after the other: two at once would measure each other. */
async function run(measured: readonly Figure[]): Promise<void> {
  const rows: Row[] = [];
  for (const figure of measured) rows.push(...(await measureSafely(figure)));
  console.log(drawTable(rows));
  process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
}

/** A figure that cannot be had is a missed one, and the others are still worth knowing. */
async function measureSafely(figure: Figure): Promise<readonly Row[]> {
  try {
    return await figure.measure();
  } catch (error) {
    const measured = error instanceof Error ? error.message : String(error);
    return [{ figure: figure.name, measured, mustReach: 'a result', met: false }];
  }
}
