import { createActor, fromObservable, fromPromise, type AnyActorLogic } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createServerMachine, publicState } from '../../machines/index.ts';
import type { LinkInput } from '../../machines/index.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { stage, type Stage } from './stage.ts';

// XState warns, in development, of what a stopped link still does; here it does so on purpose.
beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const crashed = { code: 'LINK_CRASHED', message: 'bug in the link', kind: 'transient' };

/** Throws when the machine next says anything to it. */
const throwsOnCommand = {
  script: {
    onCommand: () => {
      throw new Error('bug in the link');
    },
  },
};

function throwsOnStart(when: (number: number) => boolean, policy = {}): Stage {
  return stage({
    policy,
    script: {
      onStart: ({ number }) => {
        if (when(number)) throw new Error('bug in the link');
      },
    },
  });
}

describe('a link that throws while it starts', () => {
  test('C15 has failed, transiently, and is charged', () => {
    const server = throwsOnStart(() => true);
    expect(server.state).toMatchObject({
      connection: 'connecting',
      attempting: false,
      retries: 1,
      waitMs: 1_000,
      lastError: crashed,
    });
    expect(server.errors).toEqual([]);
  });

  test('C15 C3 may spend the whole budget and then parks', () => {
    const server = throwsOnStart(() => true);
    server.advance(60_000);
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'startup' });
    expect(server.link.attempts).toHaveLength(4);
    expect(server.actor.getSnapshot().status).toBe('active');
  });

  test('C15 is followed by one that works', () => {
    const server = throwsOnStart((number) => number === 1);
    server.advance(1_000);
    server.opened();
    expect(server.state.connection).toBe('ready');
  });

  test('C15 while reconnecting is charged', () => {
    const server = throwsOnStart((number) => number === 2);
    server.opened();
    server.lost();
    server.advance(1_000);
    expect(server.state).toMatchObject({ connection: 'reconnecting', retries: 2, waitMs: 2_000 });
  });

  test('C15 C8 in a parked probe sends it back to waiting', () => {
    const server = throwsOnStart((number) => number === 2, { initialRetries: 0 });
    server.failed();
    server.advance(300_000);
    expect(server.state).toMatchObject({
      connection: 'parked',
      attempting: false,
      parkReason: 'startup',
      waitMs: 300_000,
      lastError: crashed,
    });
  });

  test('C15 after it reported its session has lost it', () => {
    const server = stage({
      script: {
        onStart: (link) => {
          if (link.number > 1) return;
          link.report({ type: 'link.opened' });
          throw new Error('bug in the link');
        },
      },
    });
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      generation: 1,
      lastError: { code: 'LINK_CRASHED', kind: 'lost' },
    });
    expect(server.errors).toEqual([]);
  });

  test('C15 after it reported its failure is charged once', () => {
    const server = stage({
      script: {
        onStart: (link) => {
          link.report({
            type: 'link.failed',
            failure: { kind: 'transient', code: 'X', message: '' },
          });
          throw new Error('bug in the link');
        },
      },
    });
    expect(server.state).toMatchObject({ connection: 'connecting', retries: 1 });
    expect(server.errors).toEqual([]);
  });

  test('C15 after it reported a permanent failure leaves the server parked', () => {
    const server = stage({
      script: {
        onStart: (link) => {
          link.report({
            type: 'link.failed',
            failure: { kind: 'permanent', code: 'X', message: '' },
          });
          throw new Error('bug in the link');
        },
      },
    });
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'permanent' });
    expect(server.errors).toEqual([]);
  });
});

describe('a link that throws when it is told something', () => {
  test('C15 in ready has lost its session', () => {
    const server = stage(throwsOnCommand);
    server.opened();
    server.retry('wake');
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      retries: 1,
      flaps: 1,
      lastError: { code: 'LINK_CRASHED', message: 'bug in the link', kind: 'lost' },
    });
    expect(server.errors).toEqual([]);
  });

  test('C15 C9 while a rebuild drains is not charged', () => {
    const server = stage(throwsOnCommand);
    server.opened();
    server.retry();
    server.retry('wake');
    expect(server.state).toMatchObject({
      connection: 'reconnecting',
      attempting: true,
      retries: 0,
      flaps: 0,
    });
  });

  test('C15 S1 in shutdown ends the server', () => {
    const server = stage(throwsOnCommand);
    server.opened();
    server.send({ type: 'shutdown', force: true });
    expect(server.state.connection).toBe('shutdown');
    expect(server.actor.getSnapshot().status).toBe('done');
    expect(server.errors).toEqual([]);
  });
});

describe('a link that throws while it is stopped', () => {
  test('C15 does no harm to the next one', () => {
    const server = stage({
      script: {
        onStop: () => {
          throw new Error('bug in the link');
        },
      },
    });
    server.failed();
    server.advance(1_000);
    server.opened();
    expect(server.state.connection).toBe('ready');
    expect(server.errors).toEqual([]);
  });
});

describe.each([
  ['ends without a fact', 'complete'],
  ['errors', 'error'],
] as const)('a link that %s', (_, how) => {
  test('C15 in an attempt has failed', () => {
    const { state, end } = withEndingLink();
    end(how);
    expect(state()).toMatchObject({
      connection: 'connecting',
      attempting: false,
      retries: 1,
      lastError: {
        code: 'LINK_CRASHED',
        kind: 'transient',
        message: how === 'error' ? 'broken' : 'the link ended without a reason',
      },
    });
  });

  test('C15 in ready has lost its session', () => {
    const { actor, state, end } = withEndingLink();
    actor.send({ type: 'link.opened' });
    end(how);
    expect(state()).toMatchObject({
      connection: 'reconnecting',
      retries: 1,
      lastError: { code: 'LINK_CRASHED', kind: 'lost' },
    });
  });

  test('C15 while the next one starts anew has no say', () => {
    const { actor, state, end, links } = withEndingLink();
    actor.send({ type: 'retry', reason: 'login' });
    expect(links()).toBe(2);
    end(how, 0);
    expect(state()).toMatchObject({ attempting: true, retries: 0 });
  });

  test.each([
    ['draining', {}],
    ['closing', { force: true }],
  ])('C15 S1 while shutdown is %s ends the server', (_name, options) => {
    const { actor, end } = withEndingLink();
    actor.send({ type: 'link.opened' });
    actor.send({ type: 'shutdown', ...options });
    expect(actor.getSnapshot().status).toBe('active');
    end(how);
    expect(actor.getSnapshot().status).toBe('done');
  });
});

test('C15 a link that rejects has failed, with its own message', async () => {
  const { actor, state } = withLink(fromPromise(() => Promise.reject(new Error('no such thing'))));
  await new Promise((resolve) => actor.subscribe(resolve));
  expect(state().lastError).toEqual({
    code: 'LINK_CRASHED',
    message: 'no such thing',
    kind: 'transient',
  });
});

/** A server whose links can be made to end or to error at any time. */
function withEndingLink() {
  const observers: { complete?: () => void; error?: (error: unknown) => void }[] = [];
  const logic = fromObservable<never, LinkInput>(() => ({
    subscribe(observer: object) {
      observers.push(observer);
      return { unsubscribe: () => undefined };
    },
  }));
  const end = (how: 'complete' | 'error', which = observers.length - 1) =>
    observers[which]?.[how]?.(new Error('broken'));
  return { ...withLink(logic), end, links: () => observers.length };
}

/** Not every host writes its link as a callback, so the logic is widened to what XState accepts. */
function withLink(logic: AnyActorLogic) {
  const machine = createServerMachine({ random: () => 0 }).provide({
    actors: { link: logic as never },
  });
  const actor = createActor(machine, { input: { server: 'files' }, clock: createStepClock() });
  actor.subscribe({ error: (error) => expect.unreachable(String(error)) });
  actor.start();
  return { actor, state: () => publicState(actor.getSnapshot()) };
}
