import { describe, expect, it } from 'vitest';
import { tool } from '../../src/testing/world/scripted-answers.ts';
import { stage, stdio } from '../supervisor/stage.ts';
import type { ServerEntry } from '../../src/index.ts';

describe('published tools', () => {
  it('T2 are told as one diff before the state, and nothing disagrees within a tick', async () => {
    const { supervisor, peers, passUntil, pass } = stage({ s1: stdio });
    peers.behaviour('s1').tools = [tool('a'), tool('b')];
    const looks: string[] = [];
    supervisor.on('*', ({ type }) => {
      const { state, tools } = supervisor.status('s1');
      const listed = supervisor.tools().length;
      looks.push(`${type} ${state} ${tools} ${listed}`);
    });
    await passUntil(supervisor.start());
    expect(looks).toContain('tools.changed ready 2 2');
    expect(looks.indexOf('tools.changed ready 2 2')).toBeLessThan(
      looks.indexOf('server.state ready 2 2'),
    );
    await pass(60_000);
    peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
    peers.last('s1').lose();
    await pass(120_000);
    await passUntil(supervisor.stop());
    // Between state, count and list there is no moment at which they differ.
    expect(looks.filter((look) => !/ (\d+) \1$/.test(look))).toEqual([]);
  });

  it('T3 R5 are withdrawn before the park is told, once, and come back with a session', async () => {
    const { supervisor, peers, passUntil, pass, story } = stage(
      { s1: stdio },
      { policy: { reconnectRetries: 0 } },
    );
    await passUntil(supervisor.start());
    const { start } = peers.behaviour('s1');
    peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
    peers.last('s1').lose();
    await pass();
    const told = story.map((event) => (event.type === 'server.state' ? event.state : event.type));
    expect(told.slice(-4)).toEqual(['tools.changed', 'server.lost', 'parked', 'server.parked']);
    expect(supervisor.tools()).toEqual([]);
    expect(supervisor.tools({ include: 'all' })).toMatchObject([{ availability: 'parked' }]);
    expect(supervisor.status('s1').tools).toBe(0);
    await pass(300_000);
    await passUntil(supervisor.stop('s1'));
    expect(story.filter(({ type }) => type === 'tools.changed')).toHaveLength(2);
    peers.behaviour('s1').start = start;
    await passUntil(supervisor.restart('s1'));
    expect(supervisor.tools()).toHaveLength(1);
  });

  it('T3 stay listed while the server is on its way back', async () => {
    const { supervisor, peers, passUntil, pass, types } = stage({ s1: stdio });
    await passUntil(supervisor.start());
    peers.last('s1').lose();
    await pass();
    expect(supervisor.tools()).toMatchObject([{ name: 'echo', availability: 'reconnecting' }]);
    expect(supervisor.status('s1')).toMatchObject({ state: 'reconnecting', tools: 1 });
    await pass(1_000);
    expect(supervisor.tools()).toMatchObject([{ availability: 'ready' }]);
    // R9: the same list again is no change.
    expect(types('s1').filter((type) => type === 'tools.changed')).toHaveLength(1);
  });

  it('T2 E5 a broken entry costs only itself, and a flood of them is told briefly', async () => {
    const { supervisor, peers, passUntil, story } = stage({ s1: stdio });
    peers.behaviour('s1').tools = [
      tool('good', { outputSchema: 'nonsense', annotations: 7, title: 3 }),
      { inputSchema: { type: 'object' } },
      { name: 'bare' },
      { name: 'text', inputSchema: { type: 'string' } },
      ...Array.from({ length: 1_000 }, () => null),
    ];
    await passUntil(supervisor.start());
    expect(supervisor.tools()).toEqual([
      {
        name: 'good',
        inputSchema: { type: 'object' },
        server: 's1',
        displayName: 's1__good',
        availability: 'ready',
      },
    ]);
    const notices = story.flatMap((event) => (event.type === 'server.notice' ? event.message : []));
    expect(notices).toHaveLength(11);
    expect(notices.slice(0, 3)).toEqual([
      'tool number 2 was dropped: it has no name',
      'tool "bare" was dropped: it has no input schema',
      'tool "text" was dropped: its input schema is not for an object',
    ]);
    expect(notices.at(-1)).toBe('993 more tools were dropped');
  });

  it('E5 a tool nested deeper than the stack is dropped, over a refresh and a reconnect too', async () => {
    const { supervisor, peers, passUntil, pass, state } = stage({ s1: stdio });
    const levels = 50_000;
    const inputSchema = JSON.parse(
      `${'{"type":"object","properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`,
    ) as object;
    peers.behaviour('s1').tools = [tool('a'), tool('deep', { inputSchema })];
    await passUntil(supervisor.start());
    peers.last('s1').notify('notifications/tools/list_changed');
    await pass(5_000);
    await passUntil(supervisor.restart('s1'));
    expect(state('s1')).toBe('ready');
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['a']);
  });

  it('T2 a server without tools is not asked for any', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    peers.behaviour('s1').capabilities = {};
    await passUntil(supervisor.start());
    expect(peers.last('s1').count('tools/list')).toBe(0);
    expect(supervisor.status('s1')).toMatchObject({ state: 'ready', tools: 0 });
  });
});

describe('filters', () => {
  it.each<[string, Partial<ServerEntry>, string[]]>([
    ['include by name and glob', { include: ['read', 'db/*'] }, ['read', 'db/query', 'db/.x']],
    ['exclude wins', { include: ['*'], exclude: ['db*'] }, ['read', 'write']],
    ['an empty include is nothing', { include: [] }, []],
    [
      'a name with signs of a glob is a name first',
      { exclude: ['wri?e'] },
      ['read', 'db/query', 'db/.x'],
    ],
  ])('T5 %s', async (_, filter, offered) => {
    const { supervisor, peers, passUntil } = stage({ s1: { ...stdio, ...filter } as ServerEntry });
    peers.behaviour('s1').tools = ['read', 'write', 'db/query', 'db/.x'].map((name) => tool(name));
    await passUntil(supervisor.start());
    expect(supervisor.tools().map(({ name }) => name)).toEqual(offered);
  });

  it('T5 T3 apply to a parked server too', async () => {
    const { supervisor, peers, passUntil, pass } = stage(
      { s1: stdio },
      { policy: { reconnectRetries: 0 } },
    );
    await passUntil(supervisor.start());
    peers.last('s1').lose();
    await pass();
    supervisor.replace('s1', { ...stdio, policy: {}, exclude: ['echo'] });
    expect(supervisor.tools({ include: 'all' })).toEqual([]);
  });
});

describe('display names', () => {
  it('T1 are unique, short, of safe characters, and the same whatever else is there', async () => {
    const names = ['plain', 'with space', 'ä', 'x'.repeat(100), 'x'.repeat(101), 'a/b', 'a.b'];
    const displayed = async (servers: Record<string, ServerEntry>) => {
      const { supervisor, peers, passUntil } = stage(servers);
      for (const name of Object.keys(servers))
        peers.behaviour(name).tools = names.map((each) => tool(each));
      await passUntil(supervisor.start());
      return supervisor.tools().map(({ server, name, displayName }) => [server, name, displayName]);
    };
    const one = await displayed({ s1: stdio });
    const many = await displayed({ s0: stdio, s1: stdio, s1_: stdio, a__b: stdio, a: stdio });
    expect(many.filter(([server]) => server === 's1')).toEqual(one);
    const all = many.map(([, , displayName]) => displayName ?? '');
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((name) => !/^[A-Za-z0-9_-]{1,64}$/.test(name))).toEqual([]);
    expect(one[0]).toEqual(['s1', 'plain', 's1__plain']);
  });
});
