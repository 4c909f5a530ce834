import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSupervisor, type ServerEntry, type Supervisor } from '../../src/index.ts';
import { serveView } from '../../src/view/index.ts';

export interface Stage {
  readonly supervisor: Supervisor;
  readonly address: string;
  /** The address with the panel of one server opened. */
  panel(server: string): string;
}

/** A fleet of real processes and its live view; both end with the test. */
export async function stage(servers: Record<string, ServerEntry>): Promise<Stage> {
  const supervisor = createSupervisor({ servers });
  const view = await serveView(supervisor, { title: 'fleet of a test' });
  onTestFinished(async () => {
    await view.close();
    await supervisor.stop();
  });
  await supervisor.start();
  return {
    supervisor,
    address: view.address,
    panel: (server) => `${view.address}#/server/${encodeURIComponent(server)}`,
  };
}

export function stdio(fixture: string, policy: ServerEntry['policy'] = {}): ServerEntry {
  return {
    command: process.execPath,
    args: [resolve('test/fixtures/stdio', fixture)],
    policy,
  };
}

/** Ends the server's own process, as a crash would. */
export function kill(supervisor: Supervisor, server: string): void {
  const { pid } = supervisor.status(server);
  if (pid === undefined) throw new Error(`${server} has no process`);
  process.kill(pid, 'SIGKILL');
}
