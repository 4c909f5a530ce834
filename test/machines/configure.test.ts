import { describe, expect, test } from 'vitest';
import type { Policy } from '../../machines/index.ts';
import { broken, open, probing, serving } from './breaker-stage.ts';
import { places } from './every-state.ts';
import { stage, type Stage } from './stage.ts';

function configure(server: Stage, policy: Partial<Policy>): void {
  server.send({ type: 'configure', policy });
}

function policyOf(server: Stage): Policy {
  return server.actor.getSnapshot().context.policy;
}

describe.each(places)('a new policy while $name', ({ enter }) => {
  test('F4 is applied and restarts nothing', () => {
    const server = enter();
    const before = { value: server.value, links: [...server.link.history] };
    configure(server, { baseDelayMs: 77 });
    expect(policyOf(server)).toMatchObject({ baseDelayMs: 77, maxDelayMs: 60_000 });
    expect(server.value).toBe(before.value);
    expect(server.link.history).toEqual(before.links);
  });

  test('E3 is ignored whole and announced if it is bad', () => {
    const server = enter();
    const before = server.actor.getSnapshot();
    configure(server, { baseDelayMs: 77, jitter: 7 });
    expect(policyOf(server)).toEqual(before.context.policy);
    expect(server.value).toBe(JSON.stringify(before.value));
    expect(server.emitted.at(-1)).toEqual({
      type: 'policy.refused',
      server: 'files',
      message: 'jitter: must be at most 1, not 7',
    });
  });

  test('E3 that is none at all does not end the actor', () => {
    const server = enter();
    for (const policy of [null, 'fast', []])
      configure(server, policy as unknown as Partial<Policy>);
    expect(server.actor.getSnapshot().status).toBe('active');
    expect(server.errors).toEqual([]);
    expect(server.types.filter((type) => type === 'policy.refused')).toHaveLength(3);
  });
});

describe('a new policy', () => {
  test('F4 holds from the next timer on', () => {
    const server = stage();
    server.failed();
    configure(server, { baseDelayMs: 10, connectTimeoutMs: 10, firstConnectTimeoutMs: 20 });
    server.advance(999);
    expect(server.state.attempting).toBe(false);
    server.advance(1);
    server.advance(20);
    expect(server.state).toMatchObject({ attempting: false, waitMs: 20 });
  });

  test('F4 a budget holds from the next failure on', () => {
    const server = stage();
    server.failed();
    configure(server, { initialRetries: 1 });
    server.advance(1_000);
    server.failed();
    expect(server.state).toMatchObject({ connection: 'parked', parkReason: 'startup' });
  });

  test('F4 B3 a cooldown at its base follows the new base', () => {
    const server = serving({ failureThreshold: 1 });
    configure(server, { cooldownMs: 5_000 });
    server.send(broken);
    server.advance(5_000);
    expect(server.state.breaker).toBe('halfOpen');
  });

  test('F4 B3 a lengthened cooldown stays, within the new bounds', () => {
    const lengthened = () => {
      const server = probing();
      server.send({ ...broken, probe: true });
      expect(server.state.cooldownMs).toBe(120_000);
      return server;
    };
    const shorter = lengthened();
    configure(shorter, { cooldownMs: 1_000, cooldownMaxMs: 90_000 });
    expect(shorter.state.cooldownMs).toBe(90_000);
    const longer = lengthened();
    configure(longer, { cooldownMs: 200_000 });
    expect(longer.state.cooldownMs).toBe(200_000);
    const unmoved = lengthened();
    configure(unmoved, { cooldownMs: 1_000 });
    expect(unmoved.state.cooldownMs).toBe(120_000);
  });

  test('F4 B3 the cooldown that runs is not moved', () => {
    const server = open();
    configure(server, { cooldownMs: 10 });
    server.advance(59_999);
    expect(server.state.breaker).toBe('open');
    server.advance(1);
    expect(server.state.breaker).toBe('halfOpen');
  });

  test('F4 one policy lies over the last', () => {
    const server = stage();
    configure(server, { jitter: 0 });
    configure(server, { factor: 3 });
    expect(policyOf(server)).toMatchObject({ jitter: 0, factor: 3 });
  });
});
