import { once } from 'node:events';
import { memoryUsage } from 'node:process';
import { connectBare } from '../clients.ts';
import { createSupervisor } from '../../src/index.ts';

/** What a process is to hold, as its parent sends it. */
export interface Holding {
  readonly way: 'bare' | 'holdfast';
  readonly servers: number;
  readonly url: string;
}

/** Opened before the first look, so that what all share is not counted as one server's. */
const WARM_UP = 5;
/** C6a: the early ping of a new session is over by then. */
const SETTLE_MS = 1_500;

const [holding] = (await once(process, 'message')) as [Holding];
const open = holding.way === 'bare' ? openBare(holding.url) : openSupervised(holding.url);
await open(WARM_UP);
const before = await settledBytes();
await open(holding.servers);
const after = await settledBytes();
process.send?.({ bytesEach: (after - before) / holding.servers });

type Open = (servers: number) => Promise<void>;

function openBare(url: string): Open {
  const clients: unknown[] = [];
  return async (servers) => {
    for (let count = 0; count < servers; count += 1) clients.push(await connectBare(url));
  };
}

function openSupervised(url: string): Open {
  const supervisor = createSupervisor();
  let names = 0;
  return async (servers) => {
    await supervisor.start();
    const added = Array.from({ length: servers }, () => `server-${(names += 1)}`);
    for (const name of added) supervisor.add(name, { url });
    for (const name of added) await supervisor.ready(name);
  };
}

/** What is held once nothing moves any more and idle sockets are gone. */
async function settledBytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const told = once(process, 'message');
  process.send?.({ settled: true });
  await told;
  await new Promise((resolve) => setTimeout(resolve, 300));
  for (let times = 0; times < 4; times += 1) globalThis.gc?.();
  const { heapUsed, external, arrayBuffers } = memoryUsage();
  return heapUsed + external + arrayBuffers;
}
