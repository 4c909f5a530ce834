import { describe, expect, it } from 'vitest';
import { codeOf, forever, stage, stdio } from './stage.ts';

const refuse = () => Promise.reject(new Error('refused'));

describe('start()', () => {
  it('F5 resolves when each server is ready or parked', async () => {
    const { supervisor, peers, state, passUntil } = stage({ s1: stdio, s2: stdio });
    peers.behaviour('s2').start = refuse;
    await passUntil(supervisor.start());
    expect([state('s1'), state('s2')]).toEqual(['ready', 'parked']);
  });

  it('F5 R10 resolves at startTimeoutMs while a server still tries', async () => {
    const { supervisor, peers, clock, state, passUntil } = stage(
      { s1: stdio, s2: stdio },
      { policy: { startTimeoutMs: 3_000 } },
    );
    peers.behaviour('s2').start = forever;
    await passUntil(supervisor.start());
    expect(clock.now()).toBe(3_000);
    expect([state('s1'), state('s2')]).toEqual(['ready', 'connecting']);
  });

  it('F5 rejects naming each required server that is not ready, and the rest goes on', async () => {
    const { supervisor, peers, state, passUntil } = stage({
      needed: { ...stdio, required: true },
      wanted: { ...stdio, required: true },
      other: stdio,
    });
    peers.behaviour('needed').start = refuse;
    const error = await passUntil(supervisor.start()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'CONNECT_FAILED',
      server: 'needed',
      message: 'required servers are not ready: needed is parked (CONNECT_FAILED: refused)',
    });
    expect([state('wanted'), state('other')]).toEqual(['ready', 'ready']);
    expect(supervisor.status().health).toBe('failed');
  });

  it('F5 a disabled server is not waited for, and a stop ends the wait', async () => {
    const { supervisor, peers, passUntil } = stage({
      s1: { ...stdio, enabled: false, required: true },
      s2: stdio,
    });
    peers.behaviour('s2').start = forever;
    const started = supervisor.start();
    void supervisor.stop();
    await passUntil(started);
    expect(await codeOf(supervisor.start())).toBe('SERVER_SHUT_DOWN');
  });
});

describe('ready()', () => {
  it('F5 resolves when the server is ready, and leaves no timer behind', async () => {
    const { supervisor, clock, passUntil } = stage({ s1: stdio });
    const started = supervisor.start();
    const ready = supervisor.ready('s1');
    await passUntil(started);
    const before = clock.pending;
    await passUntil(ready);
    await passUntil(supervisor.ready('s1'));
    expect(clock.pending).toBe(before);
  });

  it('F5 C7 rejects when the server parks meanwhile, with the time of its next probe', async () => {
    const { supervisor, peers, passUntil } = stage(
      { s1: stdio },
      { policy: { initialRetries: 0 } },
    );
    peers.behaviour('s1').start = refuse;
    void supervisor.start();
    const error = await passUntil(supervisor.ready('s1')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SERVER_PARKED', retryAfterMs: 300_000 });
  });

  it('F5 waits for a parked server that somebody may revive, within its bound', async () => {
    const { supervisor, peers, passUntil, clock } = stage(
      { s1: stdio },
      { policy: { initialRetries: 0 } },
    );
    const { start } = peers.behaviour('s1');
    peers.behaviour('s1').start = refuse;
    await passUntil(supervisor.start());
    expect(await codeOf(passUntil(supervisor.ready('s1', { timeoutMs: 1_000 })))).toBe(
      'SERVER_PARKED',
    );
    expect(clock.now()).toBe(1_000);
    const ready = supervisor.ready('s1', { timeoutMs: Infinity });
    peers.behaviour('s1').start = start;
    void supervisor.retry('s1');
    await passUntil(ready);
  });

  it('F5 K4 an unknown server, a stopped one and a slow one each have their own error', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio, s2: stdio });
    peers.behaviour('s1').start = forever;
    peers.behaviour('s2').start = forever;
    void supervisor.start();
    expect(await codeOf(supervisor.ready('s3'))).toBe('SERVER_UNKNOWN');
    expect(await codeOf(passUntil(supervisor.ready('s1', { timeoutMs: 100 })))).toBe(
      'CONNECT_FAILED',
    );
    const ready = codeOf(supervisor.ready('s2'));
    void supervisor.stop('s2');
    expect(await passUntil(ready)).toBe('SERVER_SHUT_DOWN');
  });
});
