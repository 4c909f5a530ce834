import { expect, it } from 'vitest';
import { fixture } from '../link/open-stdio.ts';
import { isAlive } from '../link/processes.ts';
import { errorOf, NAME, supervise, textOf } from '../requirements/stage.ts';

it('L3 K6 a result of over 16 MiB ends its call at once, and the next one is served', async () => {
  const { supervisor } = await start();
  const bytes = 17 * 1024 * 1024;
  const error = await errorOf(supervisor.callTool(NAME, 'big', { bytes }));
  expect(error).toMatchObject({ code: 'SERVER_ERROR', attempts: 1, retryable: false });
  expect(error.message).toContain('longer than the 16 MiB');
  expect(error.advice).toContain('ran');
  const text = textOf(await supervisor.callTool(NAME, 'echo', { text: 'next' }));
  expect(text).toBe('next');
});

it('K1 a call that could not be written before its time was over was never sent', async () => {
  const { supervisor, status } = await start();
  const pid = status().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  const filling = errorOf(
    supervisor.callTool(NAME, 'echo', { text: 'x'.repeat(1024 * 1024) }, { timeoutMs: 1_000 }),
  );
  const behind = errorOf(
    supervisor.callTool(NAME, 'echo', { text: 'behind' }, { timeoutMs: 1_000 }),
  );
  expect(await filling).toMatchObject({ code: 'CALL_TIMEOUT', attempts: 1 });
  const error = await behind;
  expect(error).toMatchObject({ code: 'SERVER_UNAVAILABLE', attempts: 0, retryable: true });
  expect(error.message).toMatch(/did not take the call of echo within 1\S* seconds\.$/);
  expect(error.advice).toMatch(/^Nothing ran\./);
  expect(isAlive(pid)).toBe(true);
  process.kill(pid, 'SIGCONT');
});

async function start() {
  const entry = { command: process.execPath, args: [fixture('echo-server.mjs')] };
  const fleet = supervise({ servers: { [NAME]: entry } });
  await fleet.supervisor.start();
  return fleet;
}
