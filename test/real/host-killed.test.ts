import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { buildCli } from '../cli/built-cli.ts';
import { fixture } from '../link/open-stdio.ts';
import { childrenOf, isAlive, processesWith, until } from '../link/processes.ts';

const BOUND_MS = 5_000;

it('L5 a host that is killed leaves no server behind, however stubborn', async () => {
  const node = (file: string, ...args: string[]) => ({
    command: process.execPath,
    args: [fixture(file), ...args],
  });
  const servers = {
    honest: node('echo-server.mjs'),
    stubborn: node('ignores-sigterm.mjs'),
    parent: node('grandchild-in-own-session.mjs', 'stubborn'),
  };
  // A host runs what is shipped: plain JavaScript, and the guard beside it.
  const built = await buildCli();
  onTestFinished(() => built.remove());
  const module = pathToFileURL(built.library).href;
  const script = fileURLToPath(new URL('../fixtures/supervisor-host.mjs', import.meta.url));
  const host = spawn(process.execPath, [script, module, JSON.stringify(servers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  const [line] = (await once(host.stdout, 'data')) as [Buffer];
  const pids = JSON.parse(String(line)) as number[];
  const guards = childrenOf(host.pid ?? 0).filter((pid) => !pids.includes(pid));
  const family = [...pids, ...pids.flatMap(childrenOf), ...guards];
  expect(pids).toHaveLength(3);
  expect(family).toHaveLength(5);
  expect(processesWith('guard-process.mjs')).toEqual(expect.arrayContaining(guards));

  host.kill('SIGKILL');
  await until(() => !family.some(isAlive), 'every server and the guard are gone', BOUND_MS);
});
