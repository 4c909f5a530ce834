import { expect, it, onTestFinished } from 'vitest';
import { NAME, readyStage, stage, overEachTransport } from './stage.ts';
import { startStdioPeer } from './stdio-peer.ts';

overEachTransport((transport) => {
  it('R5 T3 parking withdraws once, however often the server parks, and only its own tools', async () => {
    const neighbour = await startStdioPeer(onTestFinished);
    const { supervisor, peer, told, toolNames, reaches } = await stage(transport, {
      policy: { reconnectRetries: 0 },
    });
    supervisor.add('neighbour', neighbour.entry);
    await supervisor.start();
    const own = toolNames();

    await peer.goDown();
    await reaches('parked');
    expect(told('tools.changed')).toHaveLength(2);
    expect(told('tools.changed').at(-1)).toMatchObject({ added: [], removed: own });
    expect(toolNames()).toEqual([]);
    expect(toolNames('neighbour')).toEqual(neighbour.tools);

    expect((await supervisor.retry(NAME)).outcome).toBe('failed');
    expect((await supervisor.retry(NAME)).outcome).toBe('failed');
    expect(told('server.parked')).toHaveLength(3);
    expect(told('tools.changed')).toHaveLength(2);
    expect(supervisor.tools().every(({ server }) => server === 'neighbour')).toBe(true);
    expect(told('tools.changed', 'neighbour')).toHaveLength(1);
    // What was withdrawn is still known to those who ask for all.
    const all = supervisor.tools({ server: NAME, include: 'all' });
    expect(all.map(({ name, availability }) => [name, availability])).toEqual(
      own.map((name) => [name, 'parked']),
    );
  });

  it('R5 T3 a shutdown withdraws once, and before its state is told', async () => {
    const { supervisor, story, told, toolNames } = await readyStage(transport);
    const own = toolNames();
    await supervisor.stop(NAME);
    await supervisor.stop(NAME);
    await supervisor.stop();
    expect(toolNames()).toEqual([]);
    expect(told('tools.changed')).toHaveLength(2);
    expect(told('tools.changed').at(-1)).toMatchObject({ added: [], removed: own });
    const names = story.map((event) => ('state' in event ? event.state : event.type));
    expect(names.lastIndexOf('tools.changed')).toBe(names.indexOf('shutdown') - 1);
  });
});
