import { isClean, child, startHost } from './with-host.ts';
import { HostProcess } from '../../host/host-process.ts';
import { mustHold, within } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { markedProcesses } from '../../stage/processes.ts';
import { nothingRuns } from '../../stage/afterwards.ts';
import type { FaultKind } from '../fault-kind.ts';

const HOSTS = 50;
const LONGEST_LIFE_MS = 3_000;

/** L5 under stress: fifty hosts with ten servers each, killed at any moment of their lives. */
export const hostKilled: FaultKind = {
  name: 'host-killed-50',
  group: 'host',
  transports: ['stdio'],
  mustHold: `L5 ${HOSTS} hosts with 10 servers each, killed at random moments, starting or started: 0 survivors after 5 s`,
  boundMs: 1_500_000,
  isLong: true,
  run: async (lab) => {
    for (let killed = 1; killed <= HOSTS; killed += 1) {
      // Every other one is killed while its servers still start.
      const survivors = await (killed % 2 === 0 ? killStarting(lab) : killStarted(lab));
      mustHold(survivors > 0, 'there was something to leave behind', survivors);
      await nothingRuns(lab.folder);
    }
  },
};

async function killStarted(lab: Lab): Promise<number> {
  const host = await startHost(lab, tenServers(lab));
  return kill(lab, host);
}

async function killStarting(lab: Lab): Promise<number> {
  const host = new HostProcess(lab.folder, {
    servers: tenServers(lab),
    policy: {},
    record: lab.recordFile,
  });
  lab.atEnd(() => host.dispose());
  const lifeMs = 300 + Math.random() * LONGEST_LIFE_MS;
  await new Promise((resolve) => setTimeout(resolve, lifeMs));
  return kill(lab, host);
}

async function kill(lab: Lab, host: HostProcess): Promise<number> {
  const family = markedProcesses(lab.folder).length;
  host.signal('SIGKILL');
  await within(5_000, 'the host is gone', host.exited);
  await isClean(lab);
  return family;
}

/** Of each kind of manners some: polite ones, stubborn ones, and such with company. */
function tenServers(lab: Lab): Record<string, ReturnType<typeof child>> {
  const files = ['echo-server.mjs', 'ignores-sigterm.mjs', 'grandchild-in-own-session.mjs'];
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => {
      const stubborn = index === 2 ? ['stubborn'] : [];
      return [`server-${index}`, child(lab, files[index % 3] ?? '', ...stubborn)];
    }),
  );
}
