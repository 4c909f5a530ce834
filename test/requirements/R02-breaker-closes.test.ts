import { expect, it } from 'vitest';
import { codeOf, NAME, readyStage, textOf, overEachTransport } from './stage.ts';

overEachTransport((transport) => {
  it('R2 a new session closes the open breaker, and the next call goes straight through', async () => {
    const { supervisor, peer, status, told, reaches } = await readyStage(transport, {
      policy: { failureThreshold: 1, cooldownMs: 60_000 },
    });
    const { tool, args } = peer.hangingCall;
    expect(await codeOf(supervisor.callTool(NAME, tool, args, { timeoutMs: 100 }))).toBe(
      'CALL_TIMEOUT',
    );
    expect(status().breaker).toBe('open');
    const refusedBefore = peer.calls;
    expect(await codeOf(supervisor.callTool(NAME, 'echo', { text: 'early' }))).toBe('CIRCUIT_OPEN');
    expect(peer.calls).toBe(refusedBefore);

    await peer.drop();
    await reaches('reconnecting');
    await reaches('ready');
    expect(status().breaker).toBe('closed');
    expect(told('breaker.closed')).toHaveLength(1);
    const result = await supervisor.callTool(NAME, 'echo', { text: 'back' });
    expect(textOf(result)).toBe('back');
    expect(result).toMatchObject({ attempts: 1, generation: 2 });
  });
});
