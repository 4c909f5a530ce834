import { describe, expect, it } from 'vitest';
import type { ChannelEnd } from '../../src/link/channel.ts';
import type { Behaviour } from '../../src/testing/world/behaviour.ts';
import { silence, tool } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, http, stage, stdio } from './stage.ts';

/** A server whose process stays until the test lets it go. */
function holdEnd(behaviour: Behaviour) {
  let release: (end: ChannelEnd) => void = () => undefined;
  const held = new Promise<ChannelEnd>((resolve) => (release = resolve));
  behaviour.end = () => held;
  return () => release({ killed: 0, left: [] });
}

describe('a changed entry', () => {
  it('F4 keeps its actor, and waiting calls stay', async () => {
    const { supervisor, peers, passUntil, pass, types } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const call = supervisor.callTool('s1', 'echo');
    await passUntil(call);
    supervisor.replace('s1', { command: 'better' });
    const waiting = supervisor.callTool('s1', 'echo');
    expect(await passUntil(waiting)).toMatchObject({ generation: 2 });
    await pass(100);
    expect(peers.of('s1').map(({ entry }) => entry)).toEqual([stdio, { command: 'better' }]);
    expect(types('s1')).not.toContain('server.lost');
  });

  it('F4 where only its policy changed, is told of it and not restarted', async () => {
    const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    supervisor.replace('s1', { ...stdio, policy: { keepaliveMs: 10_000, baseDelayMs: 7_000 } });
    await pass(100);
    expect(peers.channels).toHaveLength(1);
    peers.last('s1').lose();
    await pass();
    expect(supervisor.status('s1').nextAttemptAt).toBe(clock.now() + 7_000);
  });

  it('F4 L8 a keepalive that was off is on again under the new policy', async () => {
    const off = { ...stdio, policy: { keepaliveMs: false } } as const;
    const { supervisor, peers, passUntil, pass } = stage({ s1: off });
    await passUntil(supervisor.start());
    await pass(600_000);
    expect(peers.last('s1').count('ping')).toBe(1);
    supervisor.replace('s1', { ...stdio, policy: { keepaliveMs: 10_000 } });
    await pass(10_000);
    expect(peers.last('s1').count('ping')).toBe(2);
  });

  it('F4 T5 where only its filter changed, offers other tools and is not restarted', async () => {
    const { supervisor, peers, passUntil, story } = stage({ s1: stdio });
    peers.behaviour('s1').tools = [tool('read'), tool('write')];
    await passUntil(supervisor.start());
    supervisor.replace('s1', { ...stdio, exclude: ['w*'] });
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['read']);
    expect(story.at(-1)).toMatchObject({ type: 'tools.changed', removed: ['write'] });
    expect(await codeOf(supervisor.callTool('s1', 'write'))).toBe('TOOL_UNKNOWN');
    expect(peers.channels).toHaveLength(1);
  });

  it('F4 that is the same as before sees no event', async () => {
    const { supervisor, passUntil, story } = stage({ s1: { ...stdio, env: { A: 'b' } } });
    await passUntil(supervisor.start());
    const told = story.length;
    supervisor.replace('s1', { command: 'server', env: { A: 'b' } });
    expect(story).toHaveLength(told);
  });

  it('F4 E3 that cannot be used is refused, and the old one goes on', async () => {
    const { supervisor, passUntil, state } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    expect(() => supervisor.replace('s1', { command: '' })).toThrow(/s1/);
    expect(() => supervisor.replace('s2', stdio)).toThrow(/no server named/);
    expect(state('s1')).toBe('ready');
  });

  it('F4 of a server that was stopped on purpose waits for its restart', async () => {
    const { supervisor, peers, passUntil, pass, state } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    await passUntil(supervisor.stop('s1'));
    supervisor.replace('s1', { command: 'better' });
    await pass(60_000);
    expect(state('s1')).toBe('shutdown');
    await passUntil(supervisor.restart('s1'));
    expect(peers.last('s1').entry).toEqual({ command: 'better' });
  });

  it('F4 before the start is simply the one that is started', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    supervisor.replace('s1', { command: 'better' });
    await passUntil(supervisor.start());
    expect(peers.channels.map(({ entry }) => entry)).toEqual([{ command: 'better' }]);
  });
});

describe('membership', () => {
  it('F4 a server can be added to a running fleet, under a name of its own', async () => {
    const { supervisor, passUntil } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    supervisor.add('s2', http);
    await passUntil(supervisor.ready('s2'));
    expect(() => supervisor.add('s2', http)).toThrow(/taken/);
    expect(() => supervisor.add('s3', { command: 'x', cmd: 'y' } as never)).toThrow(/cmd/);
  });

  it('F4 a removed server is shut down and then unknown', async () => {
    const { supervisor, peers, passUntil, state } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const release = holdEnd(peers.behaviour('s1'));
    const removed = supervisor.remove('s1');
    expect(state('s1')).toBe('shutdown');
    expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('SERVER_SHUT_DOWN');
    release();
    expect(await passUntil(removed)).toMatchObject({ servers: { s1: { killed: 0, left: 0 } } });
    expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('SERVER_UNKNOWN');
    expect(() => supervisor.status('s1')).toThrow(/no server named/);
    await expect(supervisor.remove('s1')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' });
  });

  it('F4 a server that is removed inside its attempt never comes up', async () => {
    const { supervisor, peers, passUntil, pass, types } = stage({ s1: stdio });
    let open: () => void = () => undefined;
    peers.behaviour('s1').start = () => new Promise((resolve) => (open = resolve));
    void supervisor.start();
    await pass();
    await passUntil(supervisor.remove('s1'));
    open();
    await pass(1_000);
    expect(peers.last('s1').ends).not.toHaveLength(0);
    expect(types('s1').at(-1)).toBe('server.state');
    expect(supervisor.status().servers).toEqual([]);
  });

  it('E4 F4 a disabled server is listed and not started, until it is enabled', async () => {
    const { supervisor, peers, passUntil, state } = stage({ s1: { ...stdio, enabled: false } });
    await passUntil(supervisor.start());
    expect(state('s1')).toBe('disabled');
    expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('SERVER_SHUT_DOWN');
    expect(supervisor.tools({ server: 's1' })).toEqual([]);
    expect(await supervisor.stop('s1')).toMatchObject({ killed: 0, left: 0 });
    supervisor.replace('s1', stdio);
    await passUntil(supervisor.ready('s1'));
    supervisor.replace('s1', { ...stdio, enabled: false });
    expect(state('s1')).toBe('disabled');
    await passUntil(supervisor.stop());
    expect(peers.last('s1').ends).toEqual(['plain']);
  });
});

describe('a predecessor under the same name', () => {
  it('C13 F4 is waited for by a server that is added while it is removed', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const release = holdEnd(peers.behaviour('s1'));
    const removed = supervisor.remove('s1');
    supervisor.add('s1', { command: 'next' });
    await pass(3_000);
    expect(peers.channels).toHaveLength(1);
    expect(supervisor.status('s1')).toMatchObject({ state: 'connecting', attempt: 'queued' });
    release();
    await passUntil(removed);
    await passUntil(supervisor.ready('s1'));
    expect(peers.last('s1').entry).toEqual({ command: 'next' });
  });

  it('C13 is waited for while it still drains its calls', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').answers['tools/call'] = () => silence;
    const call = codeOf(supervisor.callTool('s1', 'echo'));
    await pass();
    const stopped = supervisor.stop('s1');
    const restarted = supervisor.restart('s1');
    await pass(4_999);
    expect(peers.channels).toHaveLength(1);
    await passUntil(stopped);
    expect((await passUntil(restarted)).outcome).toBe('revived');
    expect(await call).toBe('OUTCOME_UNKNOWN');
    expect(peers.channels).toHaveLength(2);
  });

  it('C13 whose processes cannot be ended fails the attempt, which names them', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    const behaviour = peers.behaviour('s1');
    behaviour.pid = 4_711;
    behaviour.end = () => Promise.resolve({ killed: 1, left: [4_711] });
    expect(await passUntil(supervisor.stop('s1'))).toMatchObject({ left: 1 });
    const restarted = await passUntil(supervisor.restart('s1'));
    expect(restarted.error?.message).toContain('LEFTOVER_PROCESS');
    expect(supervisor.status('s1').lastError?.message).toContain('4711');
    expect(peers.channels).toHaveLength(1);
    // It was stuck, and is gone at last.
    behaviour.end = () => Promise.resolve({ killed: 0, left: [] });
    await pass(2_000);
    expect(supervisor.status('s1').state).toBe('ready');
  });

  it('C13 C14 whose end never comes holds the next attempt for a bounded time', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.behaviour('s1').pid = 4_711;
    holdEnd(peers.behaviour('s1'));
    peers.last('s1').lose();
    await pass(1_000);
    expect(supervisor.status('s1').attempt).toBe('queued');
    await pass(10_000);
    expect(supervisor.status('s1').lastError).toMatchObject({
      code: 'LEFTOVER_PROCESS',
      message: 'processes of the last attempt could not be ended: 4711',
    });
  });

  it('C13 whose channel names no process and never ends is waited for, and then dialled beside', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    holdEnd(peers.behaviour('s1'));
    peers.last('s1').lose();
    await pass(1_000);
    expect(supervisor.status('s1').attempt).toBe('queued');
    expect(peers.channels).toHaveLength(1);
    await pass(10_000);
    expect(supervisor.status('s1').state).toBe('ready');
    expect(peers.channels).toHaveLength(2);
  });

  it('C13 over HTTP has no process to wait for', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: http });
    await passUntil(supervisor.start());
    holdEnd(peers.behaviour('s1'));
    peers.last('s1').lose();
    await pass(1_000);
    expect(peers.channels).toHaveLength(2);
  });
});
