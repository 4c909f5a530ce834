import { describe, expect, test } from 'vitest';
import type { ServerEmission } from '../../machines/index.ts';
import { callFailed, open, probing } from './breaker-stage.ts';
import { parked, stage, type Stage } from './stage.ts';

/** What is emitted while `act` runs, in short: `server.state ready`, `server.attempting ladder`. */
function since(server: Stage, act: () => void): string[] {
  const from = server.emitted.length;
  act();
  return server.emitted.slice(from).map(short);
}

function short(event: ServerEmission): string {
  const detail =
    'state' in event
      ? event.state
      : 'cause' in event
        ? event.cause
        : 'reason' in event
          ? event.reason
          : '';
  return `${event.type} ${detail}`.trim();
}

describe('what the machine tells the world', () => {
  test('C1 a listener attached before the start hears the start', () => {
    expect(stage().emitted).toEqual([
      { type: 'server.state', server: 'files', state: 'connecting', generation: 0 },
      { type: 'server.attempting', server: 'files', cause: 'ladder' },
    ]);
  });

  test('C1 C15 a server that starts parked says so', () => {
    expect(stage({ parked: { code: 'BUG', message: 'broke' } }).emitted).toEqual([
      { type: 'server.state', server: 'files', state: 'parked', generation: 0 },
      {
        type: 'server.parked',
        server: 'files',
        reason: 'internal',
        error: { code: 'BUG', message: 'broke', kind: 'internal' },
        waitMs: 300_000,
      },
    ]);
  });

  test('C2 R2 a session is told as the state ready', () => {
    const server = stage();
    expect(since(server, () => server.opened())).toEqual(['server.state ready']);
    expect(server.emitted.at(-1)).toMatchObject({ generation: 1 });
  });

  test('C3 C5 a failed attempt, its charge and the wait are told in this order', () => {
    const server = stage();
    expect(since(server, () => server.failed())).toEqual(['server.failed', 'server.waiting']);
    expect(server.emitted.slice(-2)).toEqual([
      {
        type: 'server.failed',
        server: 'files',
        error: { code: 'ECONNREFUSED', message: 'refused', kind: 'transient' },
        charged: true,
      },
      { type: 'server.waiting', server: 'files', waitMs: 1_000, retries: 1 },
    ]);
    expect(since(server, () => server.advance(1_000))).toEqual(['server.attempting ladder']);
  });

  test('C7 a park is told as failure, state, reason, in this order', () => {
    const server = stage({ policy: { initialRetries: 0 } });
    expect(since(server, () => server.failed())).toEqual([
      'server.failed',
      'server.state parked',
      'server.parked startup',
    ]);
    expect(server.emitted.at(-1)).toMatchObject({
      error: { code: 'ECONNREFUSED' },
      waitMs: 300_000,
    });
  });

  test('C8 without probes no time of the next one is told', () => {
    const server = parked({}, { policy: { parkedProbeMs: false } });
    expect(server.emitted.at(-1)).not.toHaveProperty('waitMs');
  });

  test('C8 a probe is told by its cause, its failure as uncharged, and the park again', () => {
    const server = parked();
    expect(since(server, () => server.advance(300_000))).toEqual(['server.attempting probe']);
    expect(since(server, () => server.failed())).toEqual([
      'server.failed',
      'server.parked startup',
    ]);
    expect(server.emitted.at(-2)).toMatchObject({ charged: false });
  });

  test('C4 a permanent failure is told as uncharged', () => {
    const server = stage();
    server.failed({ kind: 'permanent' });
    expect(server.emitted.find(({ type }) => type === 'server.failed')).toMatchObject({
      charged: false,
    });
  });

  test('R4 a revival is told before the state ready, with the new generation', () => {
    const server = parked();
    server.retry();
    expect(since(server, () => server.opened())).toEqual(['server.revived', 'server.state ready']);
    expect(server.emitted.at(-2)).toMatchObject({ generation: 1 });
  });

  test('S1 R4 a shutdown of a probing server is no revival', () => {
    const server = parked();
    server.retry();
    expect(since(server, () => server.send({ type: 'shutdown' }))).toEqual([
      'server.state shutdown',
    ]);
  });

  test.each([
    [
      'stable',
      true,
      ['server.stable'],
      ['server.lost', 'server.state reconnecting', 'server.attempting loss'],
    ],
    ['young', false, [], ['server.lost', 'server.state reconnecting', 'server.waiting']],
  ] as const)('C6 the loss of a %s session is told with its charge', (_, stable, before, after) => {
    const server = stage();
    server.opened();
    expect(since(server, () => server.advance(stable ? 30_000 : 29_999))).toEqual(before);
    expect(since(server, () => server.lost())).toEqual(after);
    expect(server.emitted.find(({ type }) => type === 'server.lost')).toEqual({
      type: 'server.lost',
      server: 'files',
      error: { code: 'CHILD_EXITED', message: 'exited', kind: 'lost' },
      charged: !stable,
    });
  });

  test.each([
    ['C6a a flap too many', { flapBudget: 0 }, 'flapping', false],
    ['C6 a loss beyond the budget', { reconnectRetries: 0 }, 'budget', true],
  ] as const)('%s is told as loss, state, reason', (_, policy, reason, charged) => {
    const server = stage({ policy });
    server.opened();
    expect(since(server, () => server.lost())).toEqual([
      'server.lost',
      'server.state parked',
      `server.parked ${reason}`,
    ]);
    expect(server.emitted.at(-3)).toMatchObject({ charged });
  });

  test('C16 a refused login is told as an uncharged loss, then the park', () => {
    const server = stage();
    server.opened();
    expect(since(server, () => server.lost({ kind: 'auth' }))).toEqual([
      'server.lost',
      'server.state parked',
      'server.parked auth',
    ]);
    expect(server.emitted.at(-3)).toMatchObject({ charged: false });
  });

  test('C11 a forgotten session is told as uncharged', () => {
    const server = stage();
    server.opened();
    server.lost({ kind: 'sessionExpired' });
    expect(server.emitted.at(-3)).toMatchObject({ type: 'server.lost', charged: false });
  });

  test('K10 proof is told', () => {
    const server = stage();
    server.opened();
    expect(since(server, () => server.report({ type: 'link.proven' }))).toEqual(['server.proven']);
  });

  test('C9 a rebuild is told as drain, then as a state with its own cause', () => {
    const server = stage();
    server.opened();
    expect(since(server, () => server.retry('login'))).toEqual(['server.draining']);
    expect(since(server, () => server.send({ type: 'drained' }))).toEqual([
      'server.state reconnecting',
      'server.attempting login',
    ]);
  });

  test('C9 a drained that answers the drain from within its listener is heard', () => {
    const server = stage({
      before: (actor) => {
        actor.on('server.draining', () => actor.send({ type: 'drained' }));
      },
    });
    server.opened();
    server.retry();
    expect(server.state).toMatchObject({ connection: 'reconnecting', attempting: true });
  });

  test.each([
    ['user', {}],
    ['wake', {}],
    ['call', { eagerDials: 1 }],
  ] as const)('C9 C5a an attempt for %s says so', (reason, policy) => {
    const server = stage({ policy });
    server.failed();
    const cause = reason === 'call' ? 'eager' : reason;
    expect(since(server, () => server.retry(reason))).toEqual([`server.attempting ${cause}`]);
  });

  test('C12 a wake by a call says so', () => {
    const server = parked();
    server.advance(30_000);
    expect(since(server, () => server.retry('call'))).toEqual(['server.attempting call']);
  });

  test('C9 a login that replaces an attempt is told as a new one', () => {
    const server = stage();
    expect(since(server, () => server.retry('login'))).toEqual(['server.attempting login']);
  });

  test('S2 a shutdown is told as state, then drain', () => {
    const server = stage();
    server.opened();
    expect(since(server, () => server.send({ type: 'shutdown' }))).toEqual([
      'server.state shutdown',
      'server.draining',
    ]);
  });
});

describe('what the breaker tells the world', () => {
  test('B1 B3 opening, with its cooldown, and half-opening', () => {
    const server = open();
    expect(server.emitted.at(-1)).toEqual({
      type: 'breaker.opened',
      server: 'files',
      cooldownMs: 60_000,
    });
    server.advance(60_000);
    expect(server.emitted.at(-1)).toEqual({ type: 'breaker.halfOpened', server: 'files' });
  });

  test('B3 B4 a failed probe as opening with the doubled cooldown', () => {
    const server = probing();
    server.send(callFailed('transport', { probe: true }));
    expect(server.emitted.at(-1)).toMatchObject({ type: 'breaker.opened', cooldownMs: 120_000 });
  });

  test('B4 a successful probe as closing', () => {
    const server = probing();
    expect(since(server, () => server.send({ type: 'call.succeeded', probe: true }))).toEqual([
      'breaker.closed',
    ]);
  });

  test('B5 a new session as closing, once', () => {
    const server = open();
    server.lost();
    server.advance(1_000);
    expect(since(server, () => server.opened()).toSorted()).toEqual([
      'breaker.closed',
      'server.state ready',
    ]);
  });

  test('B5 a new session under a closed breaker as nothing', () => {
    const server = stage();
    server.opened();
    expect(server.types).not.toContain('breaker.closed');
  });

  test('B4 a cancelled probe is not half-opening again', () => {
    const server = probing();
    expect(since(server, () => server.send({ type: 'call.probeCancelled' }))).toEqual([]);
  });
});
