import { expect, it } from 'vitest';
import { activeStates } from '../../machines/index.ts';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, stage, stdio } from '../supervisor/stage.ts';

it('H1 a server that waits tells its chart, its wait and what it has used of its budgets', async () => {
  const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
  peers.last('s1').lose();
  await pass();
  expect(supervisor.activity('s1')).toEqual({
    server: 's1',
    activeStates: [
      'connection',
      'connection.reconnecting',
      'connection.reconnecting.backingOff',
    ].concat(['breaker', 'breaker.closed']),
    retries: { used: 1, allowed: 5 },
    flaps: { used: 1, allowed: 10 },
    waitMs: 1_000,
    calls: [],
    latency: [],
  });
});

it('H1 L9 ongoing calls are told by name and age, running ones first, and never by argument', async () => {
  const { supervisor, peers, passUntil, pass, clock } = stage(
    { s1: stdio },
    { policy: { maxConcurrentCalls: 1 } },
  );
  await passUntil(supervisor.start());
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  const submittedAt = clock.now();
  const calls = ['one', 'two'].map((secret) =>
    codeOf(supervisor.callTool('s1', 'echo', { secret })),
  );
  await pass(1_000);
  const call = { noun: 'tool', subject: 'echo', submittedAt };
  expect(supervisor.activity('s1').calls).toEqual([
    { ...call, phase: 'running', attempts: 1 },
    { ...call, phase: 'waiting', attempts: 0 },
  ]);
  await passUntil(supervisor.stop());
  await Promise.all(calls);
  expect(supervisor.activity('s1').calls).toEqual([]);
});

it('H1 answered calls are kept for five minutes, in parts of five seconds', async () => {
  const { supervisor, passUntil, pass, clock } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  await passUntil(supervisor.callTool('s1', 'echo'));
  await passUntil(supervisor.callTool('s1', 'echo'));
  const at = Math.floor(clock.now() / 5_000) * 5_000;
  await pass(10_000);
  await passUntil(supervisor.callTool('s1', 'echo'));
  const history = () => supervisor.activity('s1').latency;
  expect(history()).toMatchObject([
    { at, calls: 2 },
    { at: at + 10_000, calls: 1 },
  ]);
  await pass(292_000);
  expect(history()).toMatchObject([{ at: at + 10_000, calls: 1 }]);
});

it('E4 a server that is disabled does nothing', () => {
  const { supervisor } = stage({ s1: { ...stdio, enabled: false } });
  expect(supervisor.activity('s1')).toMatchObject({ activeStates: [], calls: [], latency: [] });
});

it('the active states of a snapshot are its paths, outer ones first', () => {
  const value = { connection: { parked: { waiting: 'timed' } }, breaker: 'open' };
  expect(activeStates(value)).toEqual([
    'connection',
    'connection.parked',
    'connection.parked.waiting',
    'connection.parked.waiting.timed',
    'breaker',
    'breaker.open',
  ]);
});
