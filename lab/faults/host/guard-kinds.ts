import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { library } from '../../host/built.ts';
import { createGuard } from '../../../src/link/stdio/guard.ts';
import { startTimeOf } from '../../../src/link/stdio/stop/process-table.ts';
import { mustHold, until } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { serverFile } from '../../stage/peer.ts';
import { isAlive } from '../../../test/link/processes.ts';
import { signal } from '../../stage/processes.ts';
import type { FaultKind } from '../fault-kind.ts';
import { child, isClean, mixedServers, startHost } from './with-host.ts';

const STDIO = ['stdio'] as const;

/** The guard ends what is its owner's, whatever is done to itself, and nobody else (L5). */
export const guardKinds: readonly FaultKind[] = [
  {
    name: 'guard-killed-and-replaced',
    group: 'host',
    transports: STDIO,
    mustHold: 'L5 a guard that was killed has a successor that knows the same servers',
    run: async (lab) => {
      const host = await startHost(lab, mixedServers(lab));
      for (let deaths = 0; deaths < 2; deaths += 1) {
        const guard = await host.guard();
        signal(guard, 'SIGKILL');
        await until(() => !isAlive(guard), 'the guard is gone');
        await host.guard();
      }
      host.signal('SIGKILL');
      await isClean(lab);
    },
  },
  {
    name: 'guard-spares-own-group',
    group: 'host',
    transports: STDIO,
    mustHold:
      "L4 the group that host and guard are in, with its owner's other programs, is let alone",
    run: async (lab) => {
      // Not detached: it is in the same group as the host.
      const stranger = startStranger(lab, false);
      const host = await startHost(lab, mixedServers(lab));
      await host.guard();
      host.signal('SIGKILL');
      await isClean(lab);
      mustHold(isAlive(stranger), 'the neighbour in the group lives');
    },
  },
  {
    name: 'guard-spares-a-reused-pid',
    group: 'host',
    transports: STDIO,
    mustHold: 'L4 a PID counts only with its start time: whoever got it since is let alone',
    run: async (lab) => {
      const { pid, startTime } = await reusedPid(lab);
      const guard = createGuard();
      guard.add({ pid, startTime, mark: '0'.repeat(32) });
      await guard.close();
      mustHold(isAlive(pid), `the stranger with PID ${pid} lives`);
    },
  },
  {
    name: 'guard-of-nested-holdfast',
    group: 'host',
    transports: STDIO,
    mustHold: 'L5 C13 of a host inside a host nothing is left, whichever of the two is killed',
    run: nested,
  },
];

async function nested(lab: Lab): Promise<void> {
  const inner = child(lab, 'nested.mjs', library, serverFile('ignores-sigterm.mjs'));
  const host = await startHost(lab, { nested: inner, neighbour: child(lab, 'echo-server.mjs') });
  const innermost = async () => Number((await host.call('nested', 'inner', {})).text);
  const { pid: neighbour } = await host.status('neighbour');
  const before = await innermost();
  mustHold(before > 1 && isAlive(before), 'the innermost server runs', before);
  signal((await host.status('nested')).pid ?? 0, 'SIGKILL');
  await until(() => !isAlive(before), 'L5 it goes with its own host', 6_000);
  await host.recovers('nested');
  const after = await innermost();
  mustHold(isAlive(after) && after !== before, 'a new one runs', { before, after });
  const { pid } = await host.status('neighbour');
  mustHold(pid === neighbour, 'the neighbour was let alone', { pid, neighbour });
  const guard = await host.guard();
  signal(guard, 'SIGKILL');
  await host.guard();
  await host.recovers('nested');
  host.signal('SIGKILL');
  await isClean(lab);
}

/** A process that no guard has anything to do with; it ends with the scenario. */
function startStranger(lab: Lab, detached: boolean): number {
  const stranger = spawn(process.execPath, [serverFile('bystander.mjs')], {
    detached,
    stdio: 'ignore',
  });
  lab.atEnd(() => void stranger.kill('SIGKILL'));
  return stranger.pid ?? 0;
}

const VICTIMS = 20;
const TRIES = 5;

/**
 * A stranger with the PID of a process that has died, and that one's start time. Linux tells which
 * PID was given last, and lets a privileged process set it; others may be quicker all the same.
 */
async function reusedPid(lab: Lab): Promise<{ pid: number; startTime: string }> {
  for (let victims = 0; victims < VICTIMS; victims += 1) {
    const victim = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
    const startTime = startTimeOf(victim.pid ?? 0) ?? '';
    await ended(victim);
    for (let tries = 0; tries < TRIES; tries += 1) {
      setLastPid((victim.pid ?? 0) - 1);
      const stranger = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
      if (stranger.pid !== victim.pid) await ended(stranger);
      else {
        lab.atEnd(() => void stranger.kill('SIGKILL'));
        // Start times are told in hundredths of a second.
        await until(() => startTimeOf(stranger.pid ?? 0) !== undefined, 'it has a start time');
        if (startTimeOf(stranger.pid ?? 0) !== startTime)
          return { pid: stranger.pid ?? 0, startTime };
        break;
      }
    }
  }
  throw new Error('no PID could be had twice; is this process allowed to set ns_last_pid?');
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function setLastPid(pid: number): void {
  try {
    writeFileSync('/proc/sys/kernel/ns_last_pid', String(pid));
  } catch {
    // Not allowed: chance alone has to bring it.
  }
}
