import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { defaultFleetPolicy } from '../../../machines/index.ts';
import { all, atMost, type Bound } from '../bound.ts';
import { readNotes } from '../notes.ts';
import { recordedFleet } from '../recorded-fleet.ts';
import { scheduledEntry } from '../scheduled-entry.ts';
import { waitForAll } from '../wait-for-all.ts';
import { mostAtOnce, startsOf, worstShare } from './starts.ts';

const OUTAGE_MS = 4_000;
const BOUND_MS = 330_000;

/** Real processes that all depend on one backend, die with it at one moment, and all come back. */
export async function loseBackend(
  count: number,
  tell: (line: string) => void,
): Promise<readonly Bound[]> {
  const backend = await startBackend();
  const names = Array.from({ length: count }, (_, index) => `herd-${index + 1}`);
  const fleet = await recordedFleet(async (folder) => {
    await writeFile(join(folder, 'mode'), 'answer');
    return {
      servers: Object.fromEntries(
        names.map((name) => [name, scheduledEntry(folder, name, backend.port)]),
      ),
    };
  });
  const { supervisor, folder } = fleet;
  let stable = 0;
  supervisor.on('server.stable', () => (stable += 1));
  await supervisor.start();
  await waitForAll(supervisor, names, BOUND_MS);
  const deadline = performance.now() + BOUND_MS;
  while (stable < count && performance.now() < deadline) await pause(100);
  const lostAt = Date.now();
  backend.lose();
  await pause(OUTAGE_MS);
  await backend.comeBack();
  const backAt = Date.now();
  // Whoever has not yet noticed its loss is ready only by name.
  const ready = await waitForAll(supervisor, names, BOUND_MS);
  const tookMs = Date.now() - backAt;
  const starts = startsOf(readNotes(folder));
  const after = starts.filter(({ fromMs }) => fromMs >= lostAt);
  tell(
    `${count} lost at once for ${OUTAGE_MS / 1_000} s: ${after.length} starts, all ready ${(tookMs / 1_000).toFixed(1)} s after its return, the worst 100 ms saw ${(worstShare(after, 100) * 100).toFixed(0)} % of the starts`,
  );
  const { maxSpawns } = defaultFleetPolicy;
  const atEnd = await fleet.end();
  await backend.end();
  return [
    all('servers that had been stable before', stable >= count ? count : stable, count),
    all('servers ready after the backend’s return', ready, count),
    atMost('starts at once, as the processes saw it', mostAtOnce(starts), maxSpawns),
    atMost(
      'starts of one server',
      Math.max(...names.map((name) => after.filter((start) => start.name === name).length)),
      6,
    ),
    ...atEnd,
  ];
}

async function startBackend() {
  const sockets = new Set<Socket>();
  const open = async (port: number): Promise<Server> => {
    const server = createServer((socket) => {
      sockets.add(socket);
      // A reset is how a process that died is heard of.
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await open(0);
  const { port } = server.address() as AddressInfo;
  const lose = () => {
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port,
    lose,
    async comeBack() {
      server = await open(port);
    },
    async end() {
      const closed = once(server, 'close');
      lose();
      await closed;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
