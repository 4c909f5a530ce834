import { expect, it } from 'vitest';
import type { HoldfastError } from '../../src/index.ts';
import { until } from '../link/processes.ts';
import {
  errorOf,
  NAME,
  readyStage,
  stable,
  textOf,
  type Stage,
  overEachTransport,
} from './stage.ts';

/** The breaker opens at the first failure, and the machine itself is in no hurry to dial. */
const policy = {
  failureThreshold: 1,
  cooldownMs: 50,
  cooldownMaxMs: 50,
  baseDelayMs: 60_000,
  maxDelayMs: 60_000,
  eagerDials: 2,
  graceMs: 0,
  wakeSpacingMs: 10,
};

overEachTransport((transport) => {
  it('R1 B6 a half-open call without a session asks for one reconnect and touches nothing', async () => {
    const staged = await readyStage(transport, { policy });
    const { supervisor, peer, status, told } = staged;
    await loseUnderACall(staged);
    await until(() => told('server.waiting').length === 1, 'the first attempt failed');
    const sent = peer.calls;

    const error = await errorOf(supervisor.callTool(NAME, 'echo', { text: 'into the void' }));
    expect(error).toMatchObject({ code: 'SERVER_UNAVAILABLE', attempts: 0, retryable: true });
    expect(error.message).toContain('reconnecting');
    expect(error.advice).toMatch(/^Nothing ran\./u);
    expect(told('server.attempting').filter(({ cause }) => cause === 'eager')).toHaveLength(1);
    await until(() => told('server.failed').length === 2, 'the attempt that was asked for failed');
    expect(status().breaker).toBe('halfOpen');
    expect(told('breaker.opened')).toHaveLength(1);
    expect(peer.calls).toBe(sent);

    await peer.comeBack();
    const options = { waitForReadyMs: 5_000 };
    const result = await supervisor.callTool(NAME, 'echo', { text: 'back' }, options);
    expect(textOf(result)).toBe('back');
    expect(status().breaker).toBe('closed');
    expect(told('breaker.opened')).toHaveLength(1);
    expect(peer.calls).toBe(sent + 1);
  });

  it('R1 C12 a half-open call wakes a parked server once, and is told that it is parked', async () => {
    const staged = await readyStage(transport, { policy: { ...policy, reconnectRetries: 0 } });
    const { supervisor, peer, told, reaches } = staged;
    await loseUnderACall(staged);
    await reaches('parked');
    const sent = peer.calls;
    await peer.comeBack();
    // C12: it rests for a moment first; until then, and afterwards, every caller is told the same.
    const wakes = () => told('server.attempting').filter(({ cause }) => cause === 'call').length;
    const refusals: Promise<HoldfastError>[] = [];
    await until(() => {
      refusals.push(errorOf(supervisor.callTool(NAME, 'echo', { text: 'wake' })));
      return wakes() > 0;
    }, 'it is woken');
    for (const error of await Promise.all(refusals))
      expect(error).toMatchObject({ code: 'SERVER_PARKED', attempts: 0 });
    await reaches('ready');
    expect(wakes()).toBe(1);
    expect(told('breaker.opened')).toHaveLength(1);
    expect(peer.calls).toBe(sent);
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'awake' }))).toBe('awake');
  });
});

/** The server goes for good while it owes an answer; the breaker opens and its cooldown passes. */
async function loseUnderACall(staged: Stage): Promise<void> {
  const { supervisor, peer, status, told } = staged;
  await stable(staged);
  const { tool, args } = peer.hangingCall;
  const lost = errorOf(supervisor.callTool(NAME, tool, args));
  await until(() => peer.calls === 1, 'the call has reached the server');
  await peer.goDown();
  expect((await lost).code).toBe('OUTCOME_UNKNOWN');
  await until(() => told('breaker.halfOpened').length === 1, 'the cooldown has passed');
  expect(status().breaker).toBe('halfOpen');
}
