import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor } from '../../src/index.ts';
import { fixture } from '../link/open-stdio.ts';

it('K1 K3 arguments that cannot be written as JSON are refused, and take no place for good', async () => {
  const supervisor = createSupervisor({
    servers: { echo: { command: process.execPath, args: [fixture('echo-server.mjs')] } },
    policy: { maxConcurrentCalls: 2 },
  });
  onTestFinished(async () => void (await supervisor.stop()));
  await supervisor.start();
  const cyclic: Record<string, unknown> = { text: 'a' };
  cyclic['again'] = cyclic;
  const unwritable = [
    cyclic,
    { text: 'a', big: 1n },
    {
      text: 'a',
      toJSON: () => {
        throw new Error('a secret of the host');
      },
    },
    {
      text: 'a',
      get more(): string {
        throw new Error('a secret of the host');
      },
    },
    { text: 'a', deep: JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as unknown },
  ];
  for (const given of unwritable) {
    const error: unknown = await supervisor
      .callTool('echo', 'echo', given)
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', server: 'echo' });
    expect(String(error)).not.toContain('secret');
  }
  expect(supervisor.status('echo')).toMatchObject({ state: 'ready', inFlight: 0, queued: 0 });
  const answered = await supervisor.callTool('echo', 'echo', { text: 'still there' });
  expect(answered.content).toMatchObject([{ text: 'still there' }]);
});
