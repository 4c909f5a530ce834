import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, overEachTransport, readyStage, stable, textOf } from './stage.ts';

const parkedProbeMs = 80;

overEachTransport((transport) => {
  it('R8 C8 a parked server probes itself with one attempt each time, and parks again', async () => {
    const staged = await readyStage(transport, {
      policy: { reconnectRetries: 0, parkedProbeMs, parkedJitter: 0 },
    });
    const { supervisor, peer, status, told, toolNames, reaches } = staged;
    await stable(staged);
    await peer.goDown();
    await until(() => told('server.parked').length === 4, 'three probes have failed');
    const since = staged.story.findIndex(({ type }) => type === 'server.parked');
    const afterwards = staged.story.slice(since + 1).map(({ type }) => type);
    // No wait, no ladder: attempt, failure, parked.
    const probe = ['server.attempting', 'server.failed', 'server.parked'];
    expect(afterwards.slice(0, 9)).toEqual([...probe, ...probe, ...probe]);
    expect(told('server.parked').every(({ waitMs }) => waitMs === parkedProbeMs)).toBe(true);
    expect(
      told('server.attempting')
        .slice(-3)
        .every(({ cause }) => cause === 'probe'),
    ).toBe(true);
    expect(toolNames()).toEqual([]);

    peer.offer('fresh');
    await peer.comeBack();
    await reaches('ready');
    expect(told('server.revived')).toHaveLength(1);
    expect(toolNames()).toEqual(peer.tools);
    expect(status().parkReason).toBeUndefined();
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'alive' }))).toBe('alive');
  });

  it('R8 C8 each probe comes after its whole delay', async () => {
    const { supervisor, peer, told } = await readyStage(transport, {
      policy: { reconnectRetries: 0, initialRetries: 0, parkedProbeMs, parkedJitter: 0 },
    });
    peer.greet('fail');
    const before = peer.handshakes.length;
    await peer.drop();
    await until(() => told('server.parked').length >= 5, 'four probes have failed');
    await supervisor.stop();
    const times = peer.handshakes.slice(before);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(gaps.length).toBeGreaterThanOrEqual(3);
    // The timer may round; the attempt itself only adds to the gap.
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(parkedProbeMs - 2);
  });
});
