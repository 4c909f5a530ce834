import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectUp } from '../../src/cli/control/control-client.ts';
import { openControl } from '../../src/cli/control/control-server.ts';
import { socketPaths } from '../../src/cli/control/socket-path.ts';
import { waitUntil } from './wait-until.ts';

/** An `up` whose answers never come, and what it was asked. */
async function silentUp() {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-control-'));
  vi.stubEnv('XDG_RUNTIME_DIR', folder);
  const file = join(folder, 'holdfast.json');
  const asked: string[] = [];
  const control = await openControl(await socketPaths(file), (method) => {
    asked.push(method);
    return new Promise(() => undefined);
  });
  onTestFinished(async () => {
    await control.close();
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  return { file, asked };
}

const call = { server: 'files', tool: 'read', args: {} };

it('S5 a signal that came before the request was sent ends it, and nothing is asked', async () => {
  const { file, asked } = await silentUp();
  const ask = await connectUp(file);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(ask?.('call', call, { signal })).rejects.toThrow('enough');
  expect(asked).toEqual([]);
});

it('S5 a signal that comes while the answer is waited for ends the wait', async () => {
  const { file, asked } = await silentUp();
  const ask = await connectUp(file);
  const person = new AbortController();
  const answer = expect(ask?.('call', call, { signal: person.signal })).rejects.toThrow('enough');
  await waitUntil(
    () => asked.length > 0,
    () => 'nothing was asked',
  );
  person.abort(new Error('enough'));
  await answer;
});
