import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, overEachTransport, readyStage, stable, stage, textOf, type Fleet } from './stage.ts';

const policy = { reconnectRetries: 0, wakeSpacingMs: 10 };

const revivals: readonly [how: string, revive: (fleet: Fleet) => Promise<unknown>][] = [
  ['a retry', ({ supervisor }) => supervisor.retry(NAME)],
  ['its own probe', async () => undefined],
  [
    'a waiting call',
    ({ supervisor }) => supervisor.callTool(NAME, 'echo', { text: '' }, { waitForReadyMs: 9_000 }),
  ],
];

overEachTransport((transport) => {
  it.each(revivals)('R9 T2 a server revived by %s offers its fresh list', async (how, revive) => {
    const probes = how === 'its own probe' ? { parkedProbeMs: 100 } : {};
    const staged = await readyStage(transport, { policy: { ...policy, ...probes } });
    const { supervisor, peer, told, toolNames, reaches } = staged;
    await stable(staged);
    const before = peer.tools;
    await peer.goDown();
    await reaches('parked');
    expect(toolNames()).toEqual([]);

    peer.offer('fresh');
    await peer.comeBack();
    await revive(staged);
    await reaches('ready');
    expect(toolNames()).toEqual(peer.tools);
    expect(told('tools.changed').at(-1)).toMatchObject({ added: peer.tools, removed: [] });
    expect(peer.tools).not.toEqual(before);
    const result = await supervisor.callTool(NAME, 'echo', { text: 'on' });
    expect(result.generation).toBe(2);
    expect(peer.handshakes).toHaveLength(2);
  });

  it('R9 T2 a reconnected server replaces its list in one diff, and is never seen without tools', async () => {
    const staged = await stage(transport);
    const { supervisor, peer, status, told, toolNames, reaches } = staged;
    const counts: number[] = [];
    supervisor.on('*', () => {
      if (status().state !== 'connecting') counts.push(toolNames().length, status().tools);
    });
    await supervisor.start();
    await stable(staged);
    const before = peer.tools;
    peer.offer('fresh');
    await peer.drop();
    await until(() => told('server.lost').length === 1, 'the loss is noticed');
    expect(toolNames()).toEqual(expect.arrayContaining(['echo']));
    await reaches('ready');
    await until(() => toolNames().includes('fresh'), 'the fresh list is published');
    expect(
      told('tools.changed')
        .slice(1)
        .flatMap(({ added }) => added),
    ).toEqual(['fresh']);
    expect(
      told('tools.changed')
        .slice(1)
        .flatMap(({ removed }) => removed),
    ).toEqual(before.filter((name) => !peer.tools.includes(name)));
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'on' }))).toBe('on');
  });
});
