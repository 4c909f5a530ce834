import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor, HoldfastError } from '../../src/index.ts';
import { faults } from '../fixtures/http/faults.mjs';
import { until } from '../link/processes.ts';
import { startHttpPeer } from './http-peer.ts';
import { errorOf, NAME, overEachTransport, readyStage, stable, stage, supervise } from './stage.ts';

const echo = [NAME, 'echo', { text: 'hello' }] as const;

overEachTransport((transport) => {
  it('R14 E1 an unknown server: SERVER_UNKNOWN, with the names there are', async () => {
    const { supervisor } = await readyStage(transport);
    const error = await errorOf(supervisor.callTool('flies', 'echo', {}));
    expect(error).toMatchObject({ code: 'SERVER_UNKNOWN', server: 'flies', retryable: false });
    expect(error.advice).toContain(NAME);
    expect(error.retryAfterMs).toBeUndefined();
  });

  it('R14 K4 a server on its way back: SERVER_UNAVAILABLE, with the time of the next attempt', async () => {
    const staged = await readyStage(transport, {
      policy: { baseDelayMs: 30_000, maxDelayMs: 30_000, eagerDials: 0, graceMs: 20 },
    });
    const { supervisor, peer, told } = staged;
    await stable(staged);
    await peer.goDown();
    await until(() => told('server.waiting').length === 1, 'it waits');
    const error = await errorOf(supervisor.callTool(...echo));
    expect(error).toMatchObject({ code: 'SERVER_UNAVAILABLE', retryable: true, attempts: 0 });
    expect(error.message).toContain('reconnecting');
    expect(error.advice).toMatch(/^Nothing ran\..* try again in \d+ seconds\.$/u);
    within(error.retryAfterMs, 20_000, 30_000);
  });

  it('R14 K4 a parked server: SERVER_PARKED, with the reason and the time it can be had', async () => {
    const { supervisor, peer } = await stage(transport, {
      policy: { initialRetries: 0, wakeSpacingMs: 40_000, parkedProbeMs: 90_000 },
    });
    peer.greet('fail');
    await supervisor.start();
    const error = await errorOf(supervisor.callTool(...echo));
    expect(error).toMatchObject({ code: 'SERVER_PARKED', server: NAME, attempts: 0 });
    expect(error.message).toContain('it could not be started');
    expect(error.advice).toContain('Go on without this server');
    // C12: a call may wake it before its own probe comes.
    within(error.retryAfterMs, 30_000, 40_000);
  });

  it('R14 B3 an open breaker: CIRCUIT_OPEN, with the rest of its cooldown', async () => {
    const { supervisor, peer } = await readyStage(transport, {
      policy: { failureThreshold: 1, cooldownMs: 45_000, cooldownMaxMs: 45_000 },
    });
    const { tool, args } = peer.hangingCall;
    const timeout = await errorOf(supervisor.callTool(NAME, tool, args, { timeoutMs: 50 }));
    expect(timeout).toMatchObject({ code: 'CALL_TIMEOUT', attempts: 1, generation: 1 });
    expect(timeout.advice).toContain('may have run');
    const error = await errorOf(supervisor.callTool(...echo));
    expect(error).toMatchObject({ code: 'CIRCUIT_OPEN', retryable: true, attempts: 0 });
    expect(error.advice).toMatch(/Do something else and try again in \d+ seconds/u);
    within(error.retryAfterMs, 40_000, 45_000);
  });

  it('R14 K2 a wrong tool, wrong arguments and wrong options each have an error of their own', async () => {
    const { supervisor, peer } = await readyStage(transport);
    const tool = await errorOf(supervisor.callTool(NAME, 'ehco', {}));
    expect(tool.code).toBe('TOOL_UNKNOWN');
    expect(tool.message).toContain('echo');
    const args = await errorOf(supervisor.callTool(NAME, 'echo', { text: 1 }));
    expect(args.code).toBe('INVALID_ARGUMENTS');
    expect(args.message).toContain('text');
    const options = await errorOf(supervisor.callTool(...echo, { timeoutMs: -1 }));
    expect(options.code).toBe('CONFIG_INVALID');
    expect(peer.calls).toBe(0);
  });

  it('R14 K3 a full line: QUEUE_FULL; a cancelled call: CALL_CANCELLED; a stopped server: SERVER_SHUT_DOWN', async () => {
    const { supervisor, peer } = await readyStage(transport, {
      policy: { maxConcurrentCalls: 1, queueLimit: 0, drainMs: 10 },
    });
    const cancel = new AbortController();
    const { tool, args } = peer.hangingCall;
    const running = errorOf(supervisor.callTool(NAME, tool, args, { signal: cancel.signal }));
    await until(() => peer.calls === 1, 'the call has reached the server');
    expect(await errorOf(supervisor.callTool(...echo))).toMatchObject({
      code: 'QUEUE_FULL',
      retryable: true,
      advice: 'Nothing ran. Wait for running calls to end, then try again.',
    });
    cancel.abort();
    expect(await running).toMatchObject({ code: 'CALL_CANCELLED', attempts: 1 });

    const unknown = errorOf(supervisor.callTool(NAME, tool, args));
    await until(() => peer.calls === 2, 'the call has reached the server');
    await supervisor.stop(NAME);
    const error = await unknown;
    expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 1, retryable: false });
    expect(error.advice).toContain('may have run');
    expect(await errorOf(supervisor.callTool(...echo))).toMatchObject({
      code: 'SERVER_SHUT_DOWN',
      advice: expect.stringMatching(/^Nothing ran\. .*holdfast restart /) as string,
    });
  });
});

it('R14 K6 what only HTTP can say: AUTH_REQUIRED, OVERLOADED, SERVER_ERROR and PROTOCOL_ERROR', async () => {
  const { server, entry } = await startHttpPeer(onTestFinished);
  const { supervisor } = supervise({ servers: { [NAME]: entry }, policy: { graceMs: 50 } });
  await supervisor.start();

  server.fail('tools/call', faults.tooMany(7), 1);
  const overloaded = await errorOf(supervisor.callTool(...echo));
  expect(overloaded).toMatchObject({ code: 'OVERLOADED', retryAfterMs: 7_000, retryable: true });
  server.fail('tools/call', faults.status(413), 1);
  expect(await errorOf(supervisor.callTool(...echo))).toMatchObject({
    code: 'SERVER_ERROR',
    httpStatus: 413,
    attempts: 1,
  });
  server.fail('tools/call', faults.brokenJson, 1);
  const garbled = await errorOf(supervisor.callTool(...echo));
  expect(garbled).toMatchObject({ code: 'PROTOCOL_ERROR', retryable: false });
  expect(garbled.advice).toContain('may have run');

  server.fail('initialize', faults.unauthorized);
  await supervisor.retry(NAME);
  const login = await errorOf(supervisor.callTool(...echo));
  expect(login).toMatchObject({ code: 'AUTH_REQUIRED', retryable: false, attempts: 0 });
  expect(login.advice).toContain('log in');
});

it('R14 E3 a configuration that cannot be used: CONFIG_INVALID, with path, value and what is allowed', () => {
  let error: unknown;
  try {
    createSupervisor({ policy: { cooldownMs: 3 } });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(HoldfastError);
  expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(String(error)).toContain('cooldownMs');
  expect(String(error)).toContain('at least 10');
});

function within(value: number | undefined, low: number, high: number): void {
  expect(value).toBeGreaterThan(low);
  expect(value).toBeLessThanOrEqual(high);
}
