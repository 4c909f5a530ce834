import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listenIn } from './wire.ts';

it.each(['stop', 'forget'])(
  'H8 S4 a process whose inspector is looked at ends by itself: %s',
  async (how) => {
    const child = spawn(
      process.execPath,
      [
        '--import',
        resolve('test/fixtures/typescript.mjs'),
        resolve('test/fixtures/inspected-host.ts'),
        how,
      ],
      { stdio: ['pipe', 'pipe', 'inherit'], timeout: 15_000 },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    const wire = await listenIn(String(url).trim());
    await wire.first(({ name }) => name === 'inspected');
    child.stdin.write('\n');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await wire.ended;
  },
);
