import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenServerEntry, SupervisorOptions } from '../../../src/index.ts';
import { HostProcess } from '../../host/host-process.ts';
import { checkRecordFile, nothingRuns } from '../../stage/afterwards.ts';
import { mustHold } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { MARK } from '../../stage/processes.ts';
import { serverFile } from '../../stage/peer.ts';

/** Starts a host whose servers are up, and that is gone with the scenario. */
export async function startHost(
  lab: Lab,
  servers: Readonly<Record<string, GivenServerEntry>>,
  policy: NonNullable<SupervisorOptions['policy']> = {},
): Promise<HostProcess> {
  const host = new HostProcess(lab.folder, { servers, policy, record: lab.recordFile });
  lab.atEnd(() => host.dispose());
  await host.up();
  return host;
}

/** A server over stdio of a host. */
export function child(lab: Lab, file: string, ...args: readonly string[]): GivenServerEntry {
  const env = { [MARK]: lab.folder };
  return { command: process.execPath, args: [serverFile(file), ...args], env };
}

/** Some that leave politely, some that do not, and one with company. */
export function mixedServers(lab: Lab): Readonly<Record<string, GivenServerEntry>> {
  return {
    honest: child(lab, 'echo-server.mjs'),
    stubborn: child(lab, 'ignores-sigterm.mjs'),
    parent: child(lab, 'grandchild-in-own-session.mjs', 'stubborn'),
  };
}

/** Ends a host as it ends itself: exit code 0, and nothing of it left. */
export async function endHost(lab: Lab, host: HostProcess): Promise<void> {
  host.signal('SIGTERM');
  const exit = await host.leaves(20_000);
  mustHold(Array.isArray(exit) && exit[0] === 0, 'S5 the host leaves with 0', exit);
  await isClean(lab);
}

/** L5, and what the host had recorded until its end. */
export async function isClean(lab: Lab): Promise<void> {
  await nothingRuns(lab.folder);
  if (existsSync(join(lab.recordFile))) await checkRecordFile(lab.recordFile);
}
