import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import {
  createSupervisor,
  loadConfig,
  watchConfig,
  type ConfigReload,
  type ConfigWatch,
  type HoldfastError,
  type Supervisor,
  type SupervisorEvent,
} from '../../src/index.ts';
import { systemClock, type Clock } from '../../src/clock.ts';
import {
  createPeers,
  readyForDialling,
  type Peers,
} from '../../src/testing/world/scripted-peers.ts';

await readyForDialling();

/** Shorter than the look every five seconds, which must not make up for what the watch missed. */
const BOUND_MS = 4_500;

/** A fleet that follows a real file; only its servers are scripted. */
export interface WatchedFleet {
  readonly folder: string;
  readonly file: string;
  readonly supervisor: Supervisor;
  readonly peers: Peers;
  readonly watch: ConfigWatch;
  readonly reloads: ConfigReload[];
  readonly faults: HoldfastError[];
  /** How long the watch has waited, each time. */
  readonly delays: number[];
  /** Of these, the ones that came to their end. */
  readonly elapsed: number[];
  /** Every event since the fleet was ready. */
  readonly story: SupervisorEvent[];
  save(servers: object, rest?: object): Promise<void>;
  /** Resolves with the nth reload, counted from 1. */
  reload(count?: number): Promise<ConfigReload>;
  fault(count?: number): Promise<HoldfastError>;
}

export interface Given {
  readonly name?: string;
  readonly servers?: object;
  readonly rest?: object;
  readonly variables?: Record<string, string>;
  /** Lays the file out before it is read; gets the folder, returns the path to watch. */
  readonly layOut?: (folder: string, text: string) => Promise<string>;
  /** What the host does whenever it is told of something. */
  readonly whenTold?: () => void;
}

export const two = { files: { command: 'files' }, web: { url: 'http://127.0.0.1:1/mcp' } };

export async function watchedFleet(given: Given = {}): Promise<WatchedFleet> {
  const { name = 'holdfast.json', servers = two, rest = {}, variables = {}, layOut } = given;
  const { whenTold = () => undefined } = given;
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-watch-'));
  const text = textOf(servers, rest);
  const file = layOut ? await layOut(folder, text) : join(folder, name);
  if (!layOut) await writeFile(file, text);
  const config = await loadConfig(file, variables);
  const peers = createPeers();
  const supervisor = createSupervisor({
    servers: config.servers,
    policy: config.policy,
    link: peers.open,
  });
  const delays: number[] = [];
  const elapsed: number[] = [];
  const clock: Clock = {
    ...systemClock,
    setTimeout: (run, delayMs) => {
      delays.push(delayMs);
      return systemClock.setTimeout(() => {
        elapsed.push(delayMs);
        run();
      }, delayMs);
    },
  };
  const reloads: ConfigReload[] = [];
  const faults: HoldfastError[] = [];
  const story: SupervisorEvent[] = [];
  await supervisor.start();
  // A session that has answered gets no early ping, whose proof would be an event.
  for (const server of Object.keys(config.servers)) await supervisor.callTool(server, 'echo');
  supervisor.on('*', (event) => story.push(event));
  const watch = watchConfig(config, supervisor, {
    variables,
    clock,
    onReload: (reload) => {
      reloads.push(reload);
      whenTold();
    },
    onFault: (fault) => {
      faults.push(fault);
      whenTold();
    },
  });
  onTestFinished(async () => {
    watch.close();
    await supervisor.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    file,
    supervisor,
    peers,
    watch,
    reloads,
    faults,
    delays,
    elapsed,
    story,
    save: (next, more = {}) => saveAtOnce(file, textOf(next, more)),
    reload: (count = 1) => nth(reloads, count),
    fault: (count = 1) => nth(faults, count),
  };
}

export function textOf(servers: object, rest: object = {}): string {
  return JSON.stringify({ servers, ...rest }, null, 2);
}

/** Resolves once `fact` holds, which is looked at every 10 ms. */
export async function until(fact: () => boolean): Promise<void> {
  const end = performance.now() + BOUND_MS;
  while (!fact()) {
    if (performance.now() > end) throw new Error(`not within ${BOUND_MS} ms: ${fact.toString()}`);
    await new Promise((next) => setTimeout(next, 10));
  }
}

async function nth<Item>(items: readonly Item[], count: number): Promise<Item> {
  await until(() => items.length >= count);
  return items[count - 1] as Item;
}

/**
 * As editors save: nobody ever sees half of it. Time passes at once here, so that half a file
 * would count as one that has been broken for long.
 */
export async function saveAtOnce(file: string, text: string): Promise<void> {
  await writeFile(`${file}.draft`, text);
  await rename(`${file}.draft`, file);
}
