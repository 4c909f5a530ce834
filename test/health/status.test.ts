import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it, onTestFinished } from 'vitest';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, forever, http, stage, stdio } from '../supervisor/stage.ts';

const refuse = () => Promise.reject(new Error('refused'));

it('H1 a server that starts tells its attempt', async () => {
  const { supervisor, peers, pass } = stage({ s1: { ...stdio, required: true } });
  peers.behaviour('s1').start = forever;
  peers.behaviour('s1').pid = 4_711;
  // The end of the test leaves a required server unready.
  void supervisor.start().catch(() => undefined);
  await pass(100);
  expect(supervisor.status('s1')).toEqual({
    server: 's1',
    state: 'connecting',
    breaker: 'closed',
    since: 0,
    transport: 'stdio',
    required: true,
    generation: 0,
    attempt: 'running',
    attempts: 1,
    retriesLeft: 3,
    inFlight: 0,
    queued: 0,
    tools: 0,
    prompts: 0,
    resources: 0,
    pid: 4_711,
  });
});

it('H1 a ready server tells its calls', async () => {
  const { supervisor, peers, passUntil, pass, clock } = stage(
    { s1: stdio },
    { policy: { maxConcurrentCalls: 1 } },
  );
  peers.behaviour('s1').pid = 4_711;
  await passUntil(supervisor.start());
  await passUntil(supervisor.callTool('s1', 'echo'));
  const lastSuccessAt = clock.now();
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  const calls = [supervisor.callTool('s1', 'echo'), supervisor.callTool('s1', 'echo')].map(codeOf);
  await pass(1_000);
  expect(supervisor.status('s1')).toMatchObject({
    state: 'ready',
    generation: 1,
    attempts: 0,
    attempt: 'none',
    retriesLeft: 5,
    lastSuccessAt,
    inFlight: 1,
    queued: 1,
    tools: 1,
    p50Ms: 0,
    p95Ms: 0,
    pid: 4_711,
  });
  await passUntil(supervisor.stop());
  expect(await Promise.all(calls)).toEqual(['OUTCOME_UNKNOWN', 'SERVER_SHUT_DOWN']);
});

it('H1 a server on its way back tells its error and the next attempt; its old process is none', async () => {
  const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio });
  peers.behaviour('s1').pid = 4_711;
  peers.behaviour('s1').stderrTail = 'its last words';
  await passUntil(supervisor.start());
  peers.behaviour('s1').start = refuse;
  peers.last('s1').lose();
  await pass();
  const status = supervisor.status('s1');
  expect(status).toMatchObject({
    state: 'reconnecting',
    retriesLeft: 4,
    nextAttemptAt: clock.now() + 1_000,
    lastError: { code: 'PROCESS_EXITED', message: 'it is gone', kind: 'lost', at: clock.now() },
    stderrTail: 'its last words',
  });
  expect(status).not.toHaveProperty('pid');
  await pass(1_000);
  expect(supervisor.status('s1')).toMatchObject({ retriesLeft: 3, attempts: 1 });
});

it('H1 R10 a parked server tells why, and its revival is a new life with the old error as history', async () => {
  const { supervisor, peers, passUntil, pass, clock } = stage({ s1: http });
  const { start } = peers.behaviour('s1');
  peers.behaviour('s1').start = refuse;
  await passUntil(supervisor.start());
  expect(supervisor.status('s1')).toMatchObject({
    state: 'parked',
    parkReason: 'startup',
    attempts: 4,
    retriesLeft: 0,
    transport: 'http',
    nextAttemptAt: clock.now() + 300_000 - (clock.now() - supervisor.status('s1').since),
  });
  peers.behaviour('s1').start = start;
  await pass(300_000);
  const status = supervisor.status('s1');
  expect(status).toMatchObject({ state: 'ready', attempts: 0, lastError: { message: 'refused' } });
  expect(status).not.toHaveProperty('parkReason');
  expect(status).not.toHaveProperty('nextAttemptAt');
});

it('H1 an open breaker tells when it lets a call through', async () => {
  const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  peers.behaviour('s1').answers['tools/call'] = () => silence;
  for (const _ of [1, 2, 3])
    await codeOf(passUntil(supervisor.callTool('s1', 'echo', {}, { timeoutMs: 50 })));
  const { breakerHalfOpensAt } = supervisor.status('s1');
  expect(supervisor.status('s1').breaker).toBe('open');
  expect(breakerHalfOpensAt).toBeGreaterThan(clock.now());
  expect(supervisor.explain('s1')).toMatchObject({
    problem: 'It is connected, but calls have been failing: the breaker is open.',
  });
  expect(supervisor.explain('s1').callNow).toMatch(/^CIRCUIT_OPEN, at once; worth trying again in/);
  await pass((breakerHalfOpensAt ?? 0) - clock.now());
  expect(supervisor.status('s1').breaker).toBe('halfOpen');
  expect(supervisor.status('s1')).not.toHaveProperty('breakerHalfOpensAt');
  expect(supervisor.explain('s1').callNow).toContain('the one call that tries');
});

it('H1 times are the wall clock, whatever the timers run on', async () => {
  const { supervisor, passUntil, clock } = stage({ s1: stdio });
  const epoch = 1_800_000_000_000;
  clock.wall = () => epoch + clock.now();
  await passUntil(supervisor.start());
  expect(supervisor.status('s1').since).toBeGreaterThanOrEqual(epoch);
  expect(supervisor.timeline('s1').every(({ at }) => at >= epoch)).toBe(true);
});

it('H4 a fleet is ready, degraded, or failed if a required server is parked', async () => {
  const { supervisor, peers, passUntil, pass } = stage({
    needed: { ...stdio, required: true, policy: { reconnectRetries: 1 } },
    other: stdio,
    off: { ...stdio, enabled: false },
  });
  const health = () => supervisor.status().health;
  await passUntil(supervisor.start());
  expect(health()).toBe('ready');
  peers.behaviour('other').start = refuse;
  peers.last('other').lose();
  await pass(200_000);
  expect(supervisor.status('other').state).toBe('parked');
  expect(health()).toBe('degraded');
  peers.behaviour('needed').start = refuse;
  peers.last('needed').lose();
  await pass();
  expect(health()).toBe('degraded');
  await pass(60_000);
  expect(health()).toBe('failed');
});

it('H3 keeps the last 64 entries per server, with ids that only rise over the whole fleet', async () => {
  const { supervisor, peers, passUntil, pass } = stage({ s1: stdio, s2: stdio });
  await passUntil(supervisor.start());
  for (let index = 0; index < 100; index += 1) {
    peers.last('s1').observer.onnotice(`notice ${index}`);
    if (index % 10 === 0) peers.last('s2').observer.onnotice('now and then');
  }
  await pass();
  const [first, second] = [supervisor.timeline('s1'), supervisor.timeline('s2')];
  expect(first).toHaveLength(64);
  expect(first.at(-1)).toMatchObject({ event: 'server.notice', detail: 'notice 99' });
  const ids = [...first, ...second].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(first.map(({ id }) => id)).toEqual(first.map(({ id }) => id).sort((a, b) => a - b));
  peers.last('s1').observer.onnotice('later');
  expect(supervisor.timeline('s1').at(-1)?.id).toBeGreaterThan(Math.max(...ids));
});

it('H5 tells events to typed listeners, to those of all, and to diagnostics_channel', async () => {
  const { supervisor, passUntil, story } = stage({ s1: stdio });
  const published: unknown[] = [];
  const note = (message: unknown) => published.push(message);
  subscribe('holdfast:event', note);
  onTestFinished(() => void unsubscribe('holdfast:event', note));
  const states: string[] = [];
  const stopListening = supervisor.on('server.state', ({ state }) => states.push(state));
  await passUntil(supervisor.start());
  stopListening();
  await passUntil(supervisor.stop());
  expect(states).toEqual(['connecting', 'ready']);
  expect(published).toEqual(story);
});
