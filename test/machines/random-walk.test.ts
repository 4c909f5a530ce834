import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LinkEvent, Policy, ServerEvent } from '../../machines/index.ts';
import type { LinkScript } from '../../src/testing/scripted-link.ts';
import { stage, type Stage } from './stage.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const failureKind = fc.constantFrom('transient' as const, 'permanent' as const, 'auth' as const);
const lossKind = fc.constantFrom('lost' as const, 'sessionExpired' as const, 'auth' as const);

const fact: fc.Arbitrary<LinkEvent> = fc.oneof(
  fc.constantFrom<LinkEvent>(
    { type: 'link.queued' },
    { type: 'link.granted' },
    { type: 'link.opened' },
    { type: 'link.opened' },
    { type: 'link.proven' },
    { type: 'link.closed' },
  ),
  fc
    .record({ kind: failureKind, retryAfterMs: fc.integer({ min: 0, max: 1e6 }) })
    .map((failure) => ({
      type: 'link.failed' as const,
      failure: { ...failure, code: 'X', message: 'x' },
    })),
  lossKind.map((kind) => ({ type: 'link.lost' as const, loss: { kind, code: 'X', message: 'x' } })),
);

const call: fc.Arbitrary<ServerEvent> = fc.oneof(
  fc.record({
    type: fc.constant('call.succeeded' as const),
    probe: fc.boolean(),
    generation: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    type: fc.constant('call.failed' as const),
    failure: fc.record({
      kind: fc.constantFrom('transport', 'protocol', 'timeout', 'overload'),
    }),
    probe: fc.boolean(),
    linkIdle: fc.boolean(),
    rateTripped: fc.boolean(),
  }),
  fc.constantFrom<ServerEvent>({ type: 'call.probe' }, { type: 'call.probeCancelled' }),
);

const policy: fc.Arbitrary<Partial<Policy>> = fc.record(
  {
    initialRetries: fc.nat(3),
    reconnectRetries: fc.nat(3),
    flapBudget: fc.nat(2),
    eagerDials: fc.nat(2),
    failureThreshold: fc.integer({ min: 0, max: 2 }),
    parkedProbeMs: fc.constantFrom(false as const, 20_000, 9),
    baseDelayMs: fc.constantFrom(0, 100, 70_000),
    stableAfterMs: fc.constantFrom(10, 30_000),
  },
  { requiredKeys: [] },
);

const host: fc.Arbitrary<ServerEvent> = fc.oneof(
  fc.record({
    type: fc.constant('retry' as const),
    reason: fc.constantFrom('user', 'call', 'login', 'config', 'wake'),
    policy,
  }),
  fc.constantFrom<ServerEvent>({ type: 'drained' }, { type: 'retry', reason: 'call' }),
  policy.map((patch) => ({ type: 'configure' as const, policy: patch })),
);

type Step =
  | { readonly how: 'send'; readonly event: ServerEvent }
  | { readonly how: 'report' | 'reportLate'; readonly event: LinkEvent }
  | { readonly how: 'advance'; readonly durationMs: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fact.map((event) => ({ how: 'report' as const, event })) },
  { weight: 1, arbitrary: fact.map((event) => ({ how: 'reportLate' as const, event })) },
  { weight: 2, arbitrary: call.map((event) => ({ how: 'send' as const, event })) },
  { weight: 3, arbitrary: host.map((event) => ({ how: 'send' as const, event })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 750, 1_000, 15_000, 30_000, 60_000, 300_000)
      .map((durationMs) => ({ how: 'advance' as const, durationMs })),
  },
);

/** What each link in turn does when it starts, is told something, and is stopped. */
const temper = fc.record({
  start: fc.constantFrom(
    'silent',
    'silent',
    'queues',
    'opens',
    'fails',
    'throws',
    'opensAndThrows',
  ),
  command: fc.constantFrom('silent', 'closes', 'throws'),
  stop: fc.constantFrom('silent', 'reports', 'throws'),
});
type Temper = Parameters<typeof scriptOf>[0][number];

test('C2 C14 C15 whatever happens in whatever order: never stuck, never two links, never an error', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 60, maxLength: 60 }),
      fc.array(temper, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (steps, tempers, force) => {
        const calm = { now: false };
        const server = stage({
          policy: { initialRetries: 1, reconnectRetries: 1, flapBudget: 1, eagerDials: 1 },
          script: scriptOf(tempers, calm),
        });
        expectSound(server);
        for (const taken of steps) {
          take(server, taken);
          expectSound(server);
        }
        calm.now = true;
        expectRecovery(server);
        expectEnd(server, force);
      },
    ),
    { numRuns: 300 },
  );
}, 60_000);

function take(server: Stage, taken: Step): void {
  if (taken.how === 'send') server.send(taken.event);
  else if (taken.how === 'advance') server.advance(taken.durationMs);
  else if (taken.how === 'report') server.link.live.at(-1)?.report(taken.event);
  else server.link.attempts.find(({ stopped }) => stopped)?.report(taken.event);
}

function expectSound(server: Stage): void {
  const { state, link, errors, actor, clock } = server;
  const { status, context } = actor.getSnapshot();
  expect(errors).toEqual([]);
  expect(status).toBe('active');
  expect(link.live.length).toBe(state.attempting || state.connection === 'ready' ? 1 : 0);
  const restsForGood = state.connection === 'parked' && context.policy.parkedProbeMs === false;
  expect(
    clock.pending > 0 || state.attempting || state.connection === 'ready' || restsForGood,
  ).toBe(true);
  if (state.connection === 'ready') expect(state.retries).toBe(0);
  expect('parkReason' in state).toBe(state.connection === 'parked');
}

/** R1, R2, R4: from here a person asking and a server that answers are always enough. */
function expectRecovery(server: Stage): void {
  server.retry();
  server.send({ type: 'drained' });
  server.opened();
  expect(server.state).toMatchObject({ connection: 'ready', breaker: 'closed', retries: 0 });
}

/** S1, S4: and a shutdown always ends, with nothing left. */
function expectEnd(server: Stage, force: boolean): void {
  server.send({ type: 'shutdown', force });
  server.advance(60_000);
  expect(server.actor.getSnapshot().status).toBe('done');
  expect(server.clock.pending).toBe(0);
  expect(server.link.live).toEqual([]);
}

function scriptOf(
  tempers: readonly { start: string; command: string; stop: string }[],
  calm: { readonly now: boolean },
): LinkScript {
  const of = (number: number): Temper =>
    (calm.now ? undefined : tempers[number % tempers.length]) ?? silent;
  const bug = () => {
    throw new Error('bug in the link');
  };
  return {
    onStart: (link) => {
      const { start } = of(link.number);
      if (start === 'queues') link.report({ type: 'link.queued' });
      if (start.startsWith('opens')) link.report({ type: 'link.opened' });
      if (start === 'fails')
        link.report({
          type: 'link.failed',
          failure: { kind: 'transient', code: 'X', message: '' },
        });
      if (/throws/i.test(start)) bug();
    },
    onCommand: (link, { type }) => {
      const { command } = of(link.number);
      if (command === 'closes' && type === 'close') link.report({ type: 'link.closed' });
      if (command === 'throws') bug();
    },
    onStop: (link) => {
      const { stop } = of(link.number);
      if (stop === 'reports') link.report({ type: 'link.opened' });
      if (stop === 'throws') bug();
    },
  };
}

const silent: Temper = { start: 'silent', command: 'silent', stop: 'silent' };
