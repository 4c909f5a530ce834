import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cliProgram } from '../../host/built.ts';
import { nothingRuns } from '../../stage/afterwards.ts';
import { mustHold, until, within } from '../../stage/broken.ts';
import type { Lab } from '../../stage/lab.ts';
import { isAlive } from '../../../test/link/processes.ts';
import { markedProcesses, MARK } from '../../stage/processes.ts';
import type { FaultKind } from '../fault-kind.ts';
import { child, isClean, mixedServers, startHost } from './with-host.ts';

const STDIO = ['stdio'] as const;
const START_MS = 40_000;

/** Ways for a host to be ended by others. */
export const endKinds: readonly FaultKind[] = [
  {
    name: 'host-sigterm',
    group: 'host',
    transports: STDIO,
    mustHold: 'S2 S5 running calls drain, what does not end is ended, and nothing is left',
    run: async (lab) => {
      const host = await startHost(lab, mixedServers(lab), { drainMs: 5_000 });
      const call = host.call('honest', 'slow', { ms: 1_500 });
      await host.ask({ do: 'status' });
      host.signal('SIGTERM');
      const end = await call;
      mustHold(end.code === 'ok', 'S2 the running call drains', end);
      const exit = await host.leaves(20_000);
      mustHold(Array.isArray(exit) && exit[0] === 0, 'it leaves with 0', exit);
      await isClean(lab);
    },
  },
  {
    name: 'host-sigint-twice',
    group: 'host',
    transports: STDIO,
    mustHold: 'S1 S5 the second SIGINT skips the drain and the polite waits of `holdfast up`',
    run: interruptedTwice,
  },
  {
    name: 'host-sigkill',
    group: 'host',
    transports: STDIO,
    mustHold: 'L5 no server outlives its host by more than 5 s, however stubborn',
    run: async (lab) => {
      const host = await startHost(lab, mixedServers(lab));
      const family = markedProcesses(lab.folder).length;
      mustHold(family >= 5, 'the host, its servers and a grandchild are up', family);
      const guard = await host.guard();
      host.signal('SIGKILL');
      await isClean(lab);
      await until(() => !isAlive(guard), 'the guard goes as well');
    },
  },
];

/** The stubborn server would be waited for a minute: only force ends this soon. */
async function interruptedTwice(lab: Lab): Promise<void> {
  const config = join(lab.folder, 'holdfast.json');
  const record = join(lab.folder, 'record.jsonl');
  const servers = { stubborn: child(lab, 'ignores-sigterm.mjs') };
  const policy = { stdinGraceMs: 60_000, shutdownTimeoutMs: 100_000 };
  writeFileSync(config, JSON.stringify({ servers, policy }));
  const up = spawn(process.execPath, [cliProgram, 'up', config, '--json', '--record', record], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, [MARK]: lab.folder, XDG_RUNTIME_DIR: lab.folder },
  });
  lab.atEnd(() => void up.kill('SIGKILL'));
  const exited = once(up, 'exit');
  let said = '';
  up.stdout.on('data', (chunk) => (said += String(chunk)));
  await until(
    () => said.includes('"ready"'),
    () => `the server is ready; ${said}`,
    START_MS,
  );
  up.kill('SIGINT');
  // The recording tells that the first one was heard, so that the two are not taken for one.
  await until(() => readFileSync(record, 'utf8').includes('"shutdown"'), 'the first is heard');
  // One Ctrl-C can arrive twice, so that a second wish is one after half a second.
  await new Promise((resolve) => setTimeout(resolve, 700));
  const begunMs = performance.now();
  up.kill('SIGINT');
  const [code] = (await within(20_000, 'it has left', exited)) as [number | null];
  const tookMs = performance.now() - begunMs;
  mustHold(code === 0 && tookMs < 10_000, 'it leaves with 0 and soon', { code, tookMs });
  await nothingRuns(lab.folder);
  await isClean(lab);
}
