import { resolve } from 'node:path';
import { createSupervisor, type Supervisor } from '../src/index.ts';
import type { Figure, Row } from './figure.ts';
import { nextEvent } from './next-event.ts';
import { stdioServer } from './peers.ts';

const REFRESHES = 50;
const TOOLS = 999;
/** By then everything that is made once has been made. */
const SETTLED_AFTER = 5;
/** Of the heap, over 45 refreshes of 1,000 tools each; the history of a server alone may grow by some. */
const MOST_KB = 256;

const server = resolve('bench/servers/long-list.mjs');

/** T2, T4: a long list that changes again and again is one diff each time, and leaves nothing behind. */
export const listRefresh: Figure = {
  name: 'list-refresh',
  async measure() {
    const supervisor = createSupervisor({
      servers: { long: stdioServer(server) },
      policy: { listDebounceMs: 0 },
    });
    try {
      await supervisor.start();
      return await refreshOften(supervisor);
    } finally {
      await supervisor.stop();
    }
  },
};

async function refreshOften(supervisor: Supervisor): Promise<readonly Row[]> {
  let diffs = 0;
  let changes = 0;
  supervisor.on('tools.changed', ({ added, removed, changed }) => {
    diffs += 1;
    changes += added.length + removed.length + changed.length;
  });
  const heaps: number[] = [];
  const startedAt = performance.now();
  for (let count = 1; count <= REFRESHES; count += 1) {
    const change = nextEvent(supervisor, 'tools.changed');
    await supervisor.callTool('long', 'change');
    await change;
    // What was made of a tool, such as its checks, must not pile up either.
    await supervisor.callTool('long', 'tool-1', { text: 'a' });
    if (count >= SETTLED_AFTER) heaps.push(heapKb());
  }
  const eachMs = (performance.now() - startedAt) / REFRESHES;
  const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
  const listed = supervisor.tools().length;
  return [
    {
      figure: `a list of 1,000 tools in 20 pages, one broken, refreshed ${REFRESHES} times: diffs, changes`,
      measured: `${diffs} and ${changes}, ${eachMs.toFixed(0)} ms each, ${listed} tools`,
      mustReach: `${REFRESHES} and ${REFRESHES}`,
      met: diffs === REFRESHES && changes === REFRESHES && listed === TOOLS,
    },
    {
      figure: `growth of the heap from the refresh ${SETTLED_AFTER} to ${REFRESHES}`,
      measured: `${growth.toFixed(0)} kB`,
      mustReach: `≤ ${MOST_KB} kB`,
      met: growth <= MOST_KB,
    },
  ];
}

function heapKb(): number {
  for (let times = 0; times < 2; times += 1) globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_024;
}
