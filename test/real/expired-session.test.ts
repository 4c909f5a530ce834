import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultServer } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { until } from '../link/processes.ts';
import { codeOf, NAME, stable, supervise, textOf } from '../requirements/stage.ts';

const CALLERS = 30;
const tools = ['echo', 'effect', 'read-effect'];

describe.each([404, 400] as const)('a server that answers %s to a forgotten session', (status) => {
  it.each(tools)(
    'K5 C11 thirty calls of %s at once cause one new session, and all succeed',
    async (tool) => {
      const server = await startFaultServer({ unknownSession: status });
      onTestFinished(() => server.close());
      const fleet = supervise({ servers: { [NAME]: { url: server.url.href } } });
      await fleet.supervisor.start();
      await stable(fleet);
      server.forgetSessions();
      const calls = Array.from({ length: CALLERS }, () =>
        fleet.supervisor.callTool(NAME, tool, {}),
      );
      const results = await Promise.all(calls);
      expect(server.counts.initializes).toBe(2);
      expect(results.every(({ generation }) => generation === 2)).toBe(true);
      // Nothing ran before the session was there, and nothing ran twice.
      if (tool === 'effect') expect(server.counts.effects).toBe(CALLERS);
      if (tool === 'read-effect') expect(server.counts.readEffects).toBe(CALLERS);
      expect(fleet.status()).toMatchObject({ state: 'ready', generation: 2, breaker: 'closed' });
    },
  );
});

it('K8 a forgotten session does not abort the other exchanges: each brings its own verdict', async () => {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  const fleet = supervise({
    servers: { [NAME]: { url: server.url.href } },
    policy: { lateVerdictMs: 1_000 },
  });
  const { supervisor } = fleet;
  await supervisor.start();
  await stable(fleet);
  const slow = supervisor.callTool(NAME, 'slow', { ms: 300 });
  server.fail('tools/call:big', faults.hang);
  const silent = codeOf(supervisor.callTool(NAME, 'big', { bytes: 1 }));
  await until(() => server.counts.calls === 2, 'both have reached the server');
  server.forgetSessions();
  const echo = await supervisor.callTool(NAME, 'echo', { text: 'refused, and sent again' });
  expect(echo).toMatchObject({ attempts: 2, generation: 2 });
  // It was running in the old session, and its answer still counts.
  const late = await slow;
  expect(textOf(late)).toBe('slept 300 ms');
  expect(late).toMatchObject({ attempts: 1, generation: 1 });
  expect(await silent).toBe('OUTCOME_UNKNOWN');
});

it('K8 a lost server settles every call in flight at once', async () => {
  const server = await startFaultServer();
  onTestFinished(() => server.close());
  server.fail('tools/call:slow', faults.hang);
  const { supervisor } = supervise({ servers: { [NAME]: { url: server.url.href } } });
  await supervisor.start();
  const calls = Array.from({ length: 10 }, () => codeOf(supervisor.callTool(NAME, 'slow', {})));
  await until(() => server.counts.calls === 10, 'all have reached the server');
  const killedAt = performance.now();
  await server.refuse();
  const codes = await Promise.all(calls);
  // At once, on a busy machine; no timeout is as short.
  expect(performance.now() - killedAt).toBeLessThan(15_000);
  expect(new Set(codes)).toEqual(new Set(['OUTCOME_UNKNOWN']));
});
