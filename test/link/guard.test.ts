import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { createGuard } from '../../src/link/stdio/guard.ts';
import { startTimeOf } from '../../src/link/stdio/stop/process-table.ts';
import { fixture } from './open-stdio.ts';
import { childrenOf, isAlive, processesWith, until } from './processes.ts';

const BOUND_MS = 5_000;

it('L5 after a SIGKILL of the host no server is left within 5 s, wherever it went', async () => {
  const { host, servers, guard } = await startHost([
    ['ignores-sigterm.mjs'],
    ['grandchild-in-own-session.mjs', 'stubborn'],
    ['echo-server.mjs'],
  ]);
  const grandchildren = servers.flatMap(childrenOf);
  expect(grandchildren).toHaveLength(1);
  host.kill('SIGKILL');
  await goneWithin(BOUND_MS, [...servers, ...grandchildren, guard]);
});

it('L5 a host that exits without ending its servers leaves none behind', async () => {
  const { host, servers, guard } = await startHost([['ignores-sigterm.mjs']]);
  host.stdin?.write('exit\n');
  await goneWithin(BOUND_MS, [...servers, guard]);
});

it('L5 a guard that dies is replaced by one that knows the same servers', async () => {
  const { host, servers, guard } = await startHost([['ignores-sigterm.mjs']]);
  process.kill(guard, 'SIGKILL');
  await until(() => guardsOf(host.pid).some((pid) => pid !== guard), 'a new guard runs');
  const [successor = 0] = guardsOf(host.pid);
  host.kill('SIGKILL');
  await goneWithin(BOUND_MS, [...servers, successor]);
});

it("L5 the guard stays through what a terminal or a service's stop sends to all", async () => {
  const { host, servers, guard } = await startHost([['ignores-sigterm.mjs']]);
  await guardIsUp(guard);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(guard, signal);
  host.kill('SIGKILL');
  await goneWithin(BOUND_MS, [...servers, guard]);
});

it('S4 a guard that somebody has stopped is killed when its owner closes it', async () => {
  const guard = createGuard();
  guard.add({ pid: process.pid, startTime: '1', mark: '0'.repeat(32) });
  const [guardPid = 0] = guardsOf(process.pid);
  await guardIsUp(guardPid);
  process.kill(guardPid, 'SIGSTOP');
  await guard.close();
  await until(() => !isAlive(guardPid), 'the guard is gone');
}, 15_000);

it('L5 the guard never keeps a host alive, and ends with it', async () => {
  const { host, servers, guard } = await startHost([['echo-server.mjs']]);
  const exited = once(host, 'exit');
  host.stdin?.write('end\n');
  expect(await exited).toEqual([0, null]);
  await goneWithin(BOUND_MS, [...servers, guard]);
});

it('L5 a guard leaves alone whoever got the pid of a registered server', async () => {
  const stranger = startBystander();
  const guard = createGuard();
  guard.add({ pid: stranger, startTime: '1', mark: '0'.repeat(32) });
  await guard.close();
  expect(isAlive(stranger)).toBe(true);
});

it('L5 a guard that is closed ends what is still registered, and itself', async () => {
  const server = startBystander();
  const guard = createGuard();
  guard.add({ pid: server, startTime: startTimeOf(server) ?? '', mark: '0'.repeat(32) });
  expect(guardsOf(process.pid)).toHaveLength(1);
  await guard.close();
  expect(isAlive(server)).toBe(false);
  expect(guardsOf(process.pid)).toHaveLength(0);
});

it('L5 a guard forgets what was removed', async () => {
  const server = startBystander();
  const guard = createGuard();
  guard.add({ pid: server, startTime: startTimeOf(server) ?? '', mark: '0'.repeat(32) });
  guard.remove(server);
  await guard.close();
  expect(isAlive(server)).toBe(true);
});

/** A host in a process of its own, with its servers running. */
async function startHost(servers: [string, ...string[]][]) {
  const at = (path: string) => fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
  const host = spawn(
    process.execPath,
    [
      '--import',
      at('typescript.mjs'),
      at('stdio-host.ts'),
      ...servers.map(([file, ...args]) => JSON.stringify([fixture(file), ...args])),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void host.kill('SIGKILL'));
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  const [guard = 0] = guardsOf(host.pid);
  return { host: host as ChildProcess, servers: JSON.parse(String(line)) as number[], guard };
}

function startBystander(): number {
  const child = spawn(process.execPath, [fixture('bystander.mjs')], {
    detached: true,
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child.pid ?? 0;
}

function guardsOf(host: number | undefined): number[] {
  const children = childrenOf(host ?? 0);
  return processesWith('guard-process.mjs').filter((pid) => children.includes(pid));
}

/** Its handlers are in place once it no longer dies of the signal that it ignores. */
async function guardIsUp(pid: number): Promise<void> {
  const caught = () => /SigCgt:\s*(\w+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  // Bits of SIGHUP (1), SIGINT (2) and SIGTERM (15).
  const bits = (1n << 0n) | (1n << 1n) | (1n << 14n);
  await until(() => (BigInt(`0x${caught() ?? '0'}`) & bits) === bits, 'the guard is up');
}

async function goneWithin(boundMs: number, pids: number[]): Promise<void> {
  expect(pids.every((pid) => pid > 0)).toBe(true);
  await until(() => !pids.some(isAlive), `all of ${pids.join(', ')} are gone`, boundMs);
}
