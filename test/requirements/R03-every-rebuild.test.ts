import { expect, it } from 'vitest';
import { codeOf, NAME, readyStage, textOf, type Stage, overEachTransport } from './stage.ts';

const rebuilds: readonly [cause: string, rebuild: (staged: Stage) => Promise<unknown>][] = [
  ['a loss', async ({ peer, reaches }) => (await peer.drop(), reaches('reconnecting'))],
  ['a login', async ({ supervisor }) => supervisor.retry(NAME, 'login')],
  ['a changed configuration', async ({ supervisor }) => supervisor.retry(NAME, 'config')],
  ['an explicit retry', async ({ supervisor }) => supervisor.retry(NAME)],
];

overEachTransport((transport) => {
  it.each(rebuilds)(
    'R3 the breaker closes when the cause of the rebuild is %s',
    async (_, rebuild) => {
      const staged = await readyStage(transport, {
        policy: { failureThreshold: 1, cooldownMs: 60_000 },
      });
      const { supervisor, peer, status, told } = staged;
      const { tool, args } = peer.hangingCall;
      const timedOut = supervisor.callTool(NAME, tool, args, { timeoutMs: 50 });
      expect(await codeOf(timedOut)).toBe('CALL_TIMEOUT');
      expect(status().breaker).toBe('open');

      await rebuild(staged);
      const waiting = { waitForReadyMs: 5_000 };
      const result = await supervisor.callTool(NAME, 'echo', { text: 'through' }, waiting);
      expect(textOf(result)).toBe('through');
      expect(result.generation).toBe(2);
      expect(status().breaker).toBe('closed');
      expect(told('breaker.halfOpened')).toHaveLength(0);
    },
  );
});
