import { expect, it } from 'vitest';
import { isAlive, until } from '../link/processes.ts';
import { errorOf, NAME, stable, supervise, textOf } from '../requirements/stage.ts';
import { everything } from './public-servers.ts';

/** These servers take about a second to start. */
const policy = { graceMs: 10_000 };

const longCall = ['trigger-long-running-operation', { duration: 60, steps: 60 }] as const;

it('L2 C6 K8 server-everything is listed, called, killed in and between calls, and had again', async () => {
  const fleet = supervise({ servers: { [NAME]: everything }, policy });
  const { supervisor, status, told, toolNames, reaches } = fleet;
  await supervisor.start();
  expect(toolNames()).toEqual(expect.arrayContaining(['echo', 'get-sum', longCall[0]]));
  const sum = await supervisor.callTool(NAME, 'get-sum', { a: 2, b: 40 });
  expect(textOf(sum)).toContain('42');

  // Between calls.
  await stable(fleet);
  const firstPid = status().pid ?? 0;
  process.kill(firstPid, 'SIGKILL');
  await until(() => told('server.lost').length === 1, 'the death is noticed');
  const echo = await supervisor.callTool(NAME, 'echo', { message: 'again' });
  expect(textOf(echo)).toContain('again');
  expect(echo).toMatchObject({ attempts: 1, generation: 2 });
  expect(status().pid).not.toBe(firstPid);
  expect(isAlive(firstPid)).toBe(false);

  // In the middle of a call.
  let steps = 0;
  const call = errorOf(
    supervisor.callTool(NAME, ...longCall, { onProgress: () => (steps += 1), replay: 'never' }),
  );
  await until(() => steps > 0, 'the call makes progress');
  process.kill(status().pid ?? 0, 'SIGKILL');
  const killedAt = performance.now();
  const error = await call;
  // L2's 250 ms, and a busy machine; the call itself would take a minute.
  expect(performance.now() - killedAt).toBeLessThan(15_000);
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1, generation: 2 });
  expect(status().lastError?.message).toContain('SIGKILL');
  await reaches('ready');
  const back = await supervisor.callTool(NAME, 'echo', { message: 'third' });
  expect(back.generation).toBe(3);
  expect(told('server.parked')).toEqual([]);

  const report = await supervisor.stop();
  expect(report.left).toBe(0);
});

it('K9 a timeout and a cancellation end a call and leave the session as it is', async () => {
  const { supervisor, status } = supervise({ servers: { [NAME]: everything }, policy });
  await supervisor.start();
  // Progress extends the timeout, so a call without steps is what runs into it.
  const silent = { duration: 60, steps: 1 };
  const timeout = errorOf(supervisor.callTool(NAME, longCall[0], silent, { timeoutMs: 100 }));
  const cancel = new AbortController();
  let steps = 0;
  const cancelled = errorOf(
    supervisor.callTool(NAME, ...longCall, {
      signal: cancel.signal,
      onProgress: () => {
        steps += 1;
        cancel.abort();
      },
    }),
  );
  expect((await timeout).code).toBe('CALL_TIMEOUT');
  expect((await cancelled).code).toBe('CALL_CANCELLED');
  expect(steps).toBe(1);
  expect(textOf(await supervisor.callTool(NAME, 'echo', { message: 'on' }))).toContain('on');
  expect(status()).toMatchObject({ state: 'ready', generation: 1, inFlight: 0 });
});
