import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { listenIn, stands } from '../inspect/wire.ts';

it('a host shows its own root and the servers that it spawned in the inspector', async () => {
  const child = spawn(process.execPath, ['examples/inspected-host.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => said.push(line));
  await once(lines, 'line');
  const [, url = ''] = /^Inspector: (\S+)$/.exec(said[0] ?? '') ?? [];
  const wire = await listenIn(url);
  const root = await wire.first(({ name }) => name === 'host');
  for (const name of ['everything', 'files']) {
    await wire.first(stands(name, 'ready'));
    const { parentId, rootId } = await wire.first((message) => message.name === name);
    expect([parentId, rootId]).toEqual([root.sessionId, root.sessionId]);
  }
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await wire.ended;
  expect(said.at(-1)).toBe('Stopped.');
}, 70_000);
