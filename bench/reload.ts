import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSupervisor, loadConfig, watchConfig, type CallResult } from '../src/index.ts';
import type { Figure } from './figure.ts';
import { until } from './next-event.ts';
import { withHttpServer } from './peers.ts';
import { median, repeat } from './rounds.ts';

const SERVERS = 100;
const MOST_MS = 300;
/** The calls outlast the reload by far. */
const CALL_MS = 3_000;

const names = Array.from({ length: SERVERS }, (_, index) => `server-${index + 1}`);
const [CHANGED = '', ...others] = names;

interface Reload {
  /** From the moment saving begins to the changed server's fresh attempt. */
  readonly actedMs: number;
  readonly restarted: readonly string[];
  /** Calls of other servers that did not go through in one piece. */
  readonly disturbed: number;
}

/** F4: one entry of a hundred changes while every server has a call running. */
export const reload: Figure = {
  name: 'reload',
  async measure() {
    const reloads: Reload[] = [];
    const times = await withHttpServer(({ url }) =>
      repeat(async () => {
        const result = await changeOne(url);
        reloads.push(result);
        return result.actedMs;
      }, 5),
    );
    const worst = Math.max(...times);
    const disturbed = reloads.reduce((sum, each) => sum + each.disturbed, 0);
    const restarted = [...new Set(reloads.flatMap((each) => each.restarted))];
    const onlyChanged = restarted.length === 1 && restarted[0] === CHANGED;
    return [
      {
        figure: `reload of ${SERVERS} servers with calls running, one entry changed: to act; servers restarted, calls of others disturbed`,
        measured: `${median(times).toFixed(0)} ms, at worst ${worst.toFixed(0)} ms; ${restarted.length}, ${disturbed}`,
        mustReach: `< ${MOST_MS} ms; 1, 0`,
        met: median(times) < MOST_MS && onlyChanged && disturbed === 0,
      },
    ];
  },
};

async function changeOne(url: string): Promise<Reload> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-reload-'));
  const file = join(folder, 'holdfast.json');
  await writeFile(file, configOf(url, 'before'));
  const config = await loadConfig(file);
  const supervisor = createSupervisor({ servers: config.servers, policy: config.policy });
  try {
    await supervisor.start();
    let reloads = 0;
    watchConfig(config, supervisor, { onReload: () => (reloads += 1) });
    // A first reload, so that the measured one is not found by the look that every watch begins with.
    await writeFile(file, configOf(url, 'before', { graceMs: 4_000 }));
    await until(() => reloads === 1, 'the watch works');
    const calls = others.map((name) => supervisor.callTool(name, 'slow', { ms: CALL_MS }));
    const settled = Promise.allSettled(calls);
    await until(
      () => others.every((name) => supervisor.status(name).inFlight === 1),
      'every call is running',
    );
    let actedAt = NaN;
    supervisor.on('server.attempting', ({ server, cause }) => {
      if (server === CHANGED && cause === 'config') actedAt = performance.now();
    });
    const savedAt = performance.now();
    await writeFile(file, configOf(url, 'after', { graceMs: 4_000 }));
    const answers = await settled;
    const restarted = names.filter((name) => supervisor.status(name).generation !== 1);
    const disturbed = answers.filter((answer) => !isWhole(answer)).length;
    return { actedMs: actedAt - savedAt, restarted, disturbed };
  } finally {
    await supervisor.stop();
    await rm(folder, { recursive: true });
  }
}

function configOf(url: string, version: string, policy: object = {}): string {
  const entries = names.map((name) => [
    name,
    { url, ...(name === CHANGED ? { headers: { 'x-version': version } } : {}) },
  ]);
  return JSON.stringify({ servers: Object.fromEntries(entries), policy }, null, 2);
}

function isWhole(answer: PromiseSettledResult<CallResult>): boolean {
  if (answer.status === 'rejected') return false;
  const { isError, attempts, generation } = answer.value;
  return isError !== true && attempts === 1 && generation === 1;
}
