import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultServer, type FaultServerOptions } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { fixture } from '../link/open-stdio.ts';
import { until } from '../link/processes.ts';
import { errorOf, NAME, supervise } from '../requirements/stage.ts';

const ROUNDS = 3;
const repeatable = ['read-effect', 'idempotent-effect'];

describe('over stdio', () => {
  it('K6 K7 a write whose server dies under it is never run twice, and each is OUTCOME_UNKNOWN', async () => {
    const { supervisor, runs } = await startEffects();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const options = { waitForReadyMs: 5_000 };
      const call = supervisor.callTool(NAME, 'write-effect', runs.argument('exit'), options);
      const error = await errorOf(call);
      expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1, retryable: false });
      expect(error.advice).toContain('may have run');
      expect(runs.count()).toBe(round);
    }
  });

  it.each(repeatable)('K7 %s is sent once more when its first run was lost', async (tool) => {
    const { supervisor, runs } = await startEffects();
    const result = await supervisor.callTool(NAME, tool, runs.argument('exit-first'));
    expect(result).toMatchObject({ attempts: 2, generation: 2 });
    expect(runs.count()).toBe(2);
  });

  it('K7 a replay that is lost as well is the last', async () => {
    const { supervisor, runs } = await startEffects();
    const error = await errorOf(supervisor.callTool(NAME, 'read-effect', runs.argument('exit')));
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 2 });
    expect(runs.count()).toBe(2);
  });

  it('K7 the caller may forbid a replay, or ask for it', async () => {
    const { supervisor, runs } = await startEffects();
    const forbidden = supervisor.callTool(NAME, 'read-effect', runs.argument('exit'), {
      replay: 'never',
    });
    expect(await errorOf(forbidden)).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1 });
    expect(runs.count()).toBe(1);
    const asked = supervisor.callTool(NAME, 'write-effect', runs.argument('exit'), {
      replay: 'always',
      waitForReadyMs: 5_000,
    });
    expect(await errorOf(asked)).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 2 });
    expect(runs.count()).toBe(3);
  });

  it('K7 K9 a timeout is never sent again, hint or not', async () => {
    const { supervisor, runs } = await startEffects();
    const call = supervisor.callTool(NAME, 'read-effect', runs.argument('hang'), { timeoutMs: 50 });
    expect(await errorOf(call)).toMatchObject({ code: 'CALL_TIMEOUT', attempts: 1 });
    await supervisor.callTool(NAME, 'echo', { text: 'behind it' });
    expect(runs.count()).toBe(1);
  });
});

describe('over Streamable HTTP', () => {
  it('K6 K7 a write whose answer is lost is never run twice, and each is OUTCOME_UNKNOWN', async () => {
    const { supervisor, server } = await startHttpEffects();
    const losses = [
      faults.resetAfterRun,
      faults.status(500),
      faults.status(502),
      faults.status(504),
      faults.unavailable(),
      faults.cut(),
    ];
    for (const [index, fault] of losses.entries()) {
      server.fail('tools/call:effect', fault, 1);
      const options = { waitForReadyMs: 5_000 };
      const error = await errorOf(supervisor.callTool(NAME, 'effect', {}, options));
      expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1 });
      expect(server.counts.calls).toBe(index + 1);
    }
  });

  it.each(repeatable)('K7 %s is sent once more when its first answer was lost', async (tool) => {
    const { supervisor, server } = await startHttpEffects();
    server.fail(`tools/call:${tool}`, faults.resetAfterRun, 1);
    const result = await supervisor.callTool(NAME, tool, {});
    expect(result.attempts).toBe(2);
    expect(server.counts.readEffects + server.counts.idempotentEffects).toBe(2);
  });

  it('K6 what never left is sent again, and runs once', async () => {
    const { supervisor, server } = await startHttpEffects({ listenStream: false });
    await server.refuse();
    // Only a socket that is known to be gone makes the next request fail before it is sent.
    await until(() => openSockets() === 0, 'both ends of every socket are closed');
    const call = supervisor.callTool(NAME, 'effect', {}, { waitForReadyMs: 5_000 });
    await server.listen();
    expect((await call).content).toHaveLength(1);
    expect(server.counts.effects).toBe(1);
  });

  it('K6 what was turned away before it ran is sent once more', async () => {
    const { supervisor, server } = await startHttpEffects();
    server.fail('tools/call:effect', faults.tooMany(0), 1);
    const result = await supervisor.callTool(NAME, 'effect', {});
    expect(result.attempts).toBe(2);
    expect(server.counts.effects).toBe(1);
  });

  it('L6 an answer whose stream was cut is had by resumption, and the call runs once', async () => {
    const { supervisor, server } = await startHttpEffects();
    server.fail('tools/call:effect', faults.cut({ eventIds: true, retryMs: 250 }), 1);
    const result = await supervisor.callTool(NAME, 'effect', {});
    expect(result.attempts).toBe(1);
    expect(server.counts.effects).toBe(1);
  });

  it('K9 L6 a timeout and a cancellation reach the server, and end their exchange', async () => {
    const { supervisor, server } = await startHttpEffects();
    server.fail('tools/call:slow', faults.hang);
    const call = supervisor.callTool(NAME, 'slow', {}, { timeoutMs: 50 });
    expect(await errorOf(call)).toMatchObject({ code: 'CALL_TIMEOUT', attempts: 1 });
    const cancel = new AbortController();
    const cancelled = errorOf(supervisor.callTool(NAME, 'slow', {}, { signal: cancel.signal }));
    await until(() => server.counts.calls === 2, 'the call has reached the server');
    cancel.abort();
    expect((await cancelled).code).toBe('CALL_CANCELLED');
    await until(() => server.counts.cancels === 2, 'both were told to the server');
    const asked = server.requests.filter(({ rpc }) => rpc === 'notifications/cancelled');
    const called = server.requests.filter(({ rpc }) => rpc === 'tools/call');
    const ids = called.map(({ message }) => message?.id);
    expect(asked.map(({ message }) => message?.params?.['requestId'])).toEqual(ids);
  });
});

/** The honest server over stdio, and a file with one line for each run of an effect. */
async function startEffects() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-effects-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'runs');
  const args = [fixture('echo-server.mjs')];
  const servers = { [NAME]: { command: process.execPath, args } };
  const { supervisor } = supervise({ servers, policy: { graceMs: 5_000 } });
  await supervisor.start();
  const runs = {
    argument: (then: string) => ({ file, then }),
    count: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0),
  };
  return { supervisor, runs };
}

async function startHttpEffects(options: FaultServerOptions = {}) {
  const server = await startFaultServer(options);
  onTestFinished(() => server.close());
  const { supervisor } = supervise({ servers: { [NAME]: { url: server.url.href } } });
  await supervisor.start();
  return { supervisor, server };
}

/** TCP sockets of this process, the fault server's own ends included. */
function openSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}
