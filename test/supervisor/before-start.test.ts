import { expect, it } from 'vitest';
import { HoldfastError } from '../../src/index.ts';
import { codeOf, stage, stdio } from './stage.ts';

async function errorOf(promise: Promise<unknown>): Promise<HoldfastError> {
  const error: unknown = await promise.catch((reason: unknown) => reason);
  if (error instanceof HoldfastError) return error;
  throw new Error('it did not reject with a HoldfastError', { cause: error });
}

it('K4 whatever is asked before start() fails at once and names start()', async () => {
  const { supervisor, clock } = stage({ s1: stdio });
  const listener = () => undefined;
  const asked = [
    supervisor.callTool('s1', 'echo'),
    supervisor.getPrompt('s1', 'greet'),
    supervisor.readResource('s1', 'file:///a'),
    supervisor.subscribe('s1', 'file:///a', listener),
    supervisor.ready('s1'),
  ];
  for (const error of await Promise.all(asked.map(errorOf))) {
    expect(error).toMatchObject({ code: 'SERVER_UNAVAILABLE', server: 's1', retryable: true });
    expect(error.message).toMatch(/^s1 was never started/);
    expect(error.advice).toContain('start()');
  }
  expect([clock.now(), clock.pending]).toEqual([0, 0]);
});

it('K4 H2 explain() foretells it', () => {
  const { supervisor } = stage({ s1: stdio });
  expect(supervisor.explain('s1').callNow).toBe('SERVER_UNAVAILABLE, at once.');
});

it('K4 R13 a retry or restart before start() is not heard and says why', async () => {
  const { supervisor } = stage({ s1: stdio });
  for (const outcome of await Promise.all([supervisor.retry('s1'), supervisor.restart('s1')])) {
    expect(outcome).toMatchObject({ heard: false, outcome: 'nothing' });
    expect(outcome.error?.advice).toContain('start()');
  }
});

it('K4 a caller that says how long waits for the start, and no longer than that', async () => {
  const { supervisor, clock, passUntil } = stage({ s1: stdio });
  const patient = codeOf(supervisor.callTool('s1', 'echo', {}, { waitForReadyMs: 1_000 }));
  const ready = codeOf(supervisor.ready('s1', { timeoutMs: 1_000 }));
  expect(await passUntil(Promise.all([patient, ready]))).toEqual([
    'SERVER_UNAVAILABLE',
    'SERVER_UNAVAILABLE',
  ]);
  expect(clock.now()).toBe(1_000);
});

it('K4 what waits is served once the fleet starts', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio });
  const call = supervisor.callTool('s1', 'echo', {}, { waitForReadyMs: 1_000 });
  const ready = supervisor.ready('s1', { timeoutMs: 1_000 });
  void supervisor.start();
  await passUntil(ready);
  expect(await passUntil(call)).toMatchObject({ attempts: 1 });
});

it('F5 K4 after start() nothing has to be awaited', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio });
  void supervisor.start();
  expect(await passUntil(supervisor.callTool('s1', 'echo'))).toMatchObject({ attempts: 1 });
});
