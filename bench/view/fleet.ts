import { setTimeout as delay } from 'node:timers/promises';
import { createSupervisor, type Supervisor } from '../../src/index.ts';
import {
  createPeers,
  readyForDialling,
  type Peers,
} from '../../src/testing/world/scripted-peers.ts';
import { serveView } from '../../src/view/index.ts';

export interface ShownFleet {
  readonly supervisor: Supervisor;
  readonly peers: Peers;
  readonly names: readonly string[];
  readonly address: string;
}

/** Time passes as it does, and no start is held back. */
const policy = {
  stableAfterMs: 10,
  startBurst: 1_000_000,
  startsPerHour: 1_000_000,
  maxSpawns: 1_000,
};

/** A fleet of servers that do as they are told, in this process, and its view. */
export async function withFleet<Result>(
  size: number,
  use: (fleet: ShownFleet) => Promise<Result>,
): Promise<Result> {
  await readyForDialling();
  const names = Array.from({ length: size }, (_, index) => `server-${index + 1}`);
  const peers = createPeers();
  const servers = Object.fromEntries(names.map((name) => [name, { command: 'scripted' }]));
  const supervisor = createSupervisor({ servers, policy, link: peers.open });
  const view = await serveView(supervisor);
  try {
    await supervisor.start();
    return await use({ supervisor, peers, names, address: view.address });
  } finally {
    await view.close();
    await supervisor.stop();
  }
}

/**
 * Rebuilds one server after the other, so that about so many events happen in a second.
 */
export async function storm(
  { names, supervisor }: ShownFleet,
  eventsPerSecond: number,
  forMs: number,
): Promise<void> {
  let events = 0;
  const unsubscribe = supervisor.on('*', () => (events += 1));
  const startedAt = performance.now();
  for (let turn = 0; performance.now() - startedAt < forMs; turn += 1) {
    const due = ((performance.now() - startedAt) / 1_000) * eventsPerSecond;
    if (events < due) await supervisor.retry(names[turn % names.length] ?? '');
    else await delay(5);
  }
  unsubscribe();
}

/** How many events happen while `run` does, and its outcome. */
export async function countEvents<Result>(
  { supervisor }: ShownFleet,
  run: () => Promise<Result>,
): Promise<[events: number, result: Result]> {
  let events = 0;
  const unsubscribe = supervisor.on('*', () => (events += 1));
  try {
    const result = await run();
    return [events, result];
  } finally {
    unsubscribe();
  }
}
