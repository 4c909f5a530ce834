import { describe, expect, it } from 'vitest';
import { rpcError, silence, type Params } from '../../src/testing/world/scripted-answers.ts';
import { stage, stdio, type Stage } from '../supervisor/stage.ts';
import type { ServerEntry } from '../../src/index.ts';

const everything = {
  tools: {},
  prompts: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
};

const plenty: Record<string, readonly Params[]> = {
  'prompts/list': [{ name: 'greet', arguments: [{ name: 'who', required: true }] }],
  'resources/list': [{ uri: 'file:///a', name: 'a', size: 3 }],
  'resources/templates/list': [{ uriTemplate: 'file:///{name}', name: 'any' }],
};

const keys: Record<string, string> = {
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

/** The server lists whatever `lists` holds at that moment. */
function serve({ peers }: Stage, lists: Record<string, readonly unknown[]> = { ...plenty }) {
  const behaviour = peers.behaviour('s1');
  behaviour.capabilities = everything;
  for (const [method, key] of Object.entries(keys))
    behaviour.answers[method] = () => ({ [key]: lists[method] });
  return lists;
}

async function readyStage(entry: ServerEntry = stdio) {
  const staged = stage({ s1: entry }, { policy: { reconnectRetries: 0 } });
  const lists = serve(staged);
  await staged.passUntil(staged.supervisor.start());
  const { supervisor, peers, story } = staged;
  return {
    ...staged,
    lists,
    channel: peers.last('s1'),
    changes: () => story.flatMap(({ type }) => (type.endsWith('.changed') ? [type] : [])),
    counts: () => [
      supervisor.tools().length,
      supervisor.prompts().length,
      supervisor.resources().length,
      supervisor.resourceTemplates().length,
    ],
  };
}

describe('prompts, resources and templates', () => {
  it('T6 are there when the state ready is told, each as one diff before it', async () => {
    const staged = stage({ s1: stdio });
    serve(staged);
    const { supervisor, passUntil, story } = staged;
    const seen: number[] = [];
    supervisor.on('server.state', ({ state }) => {
      const { prompts, resources } = supervisor.status('s1');
      if (state === 'ready') seen.push(prompts, resources, supervisor.resourceTemplates().length);
    });
    await passUntil(supervisor.start());
    expect(seen).toEqual([1, 1, 1]);
    expect(supervisor.prompts()).toEqual([
      {
        ...plenty['prompts/list']?.[0],
        server: 's1',
        displayName: 's1__greet',
        availability: 'ready',
      },
    ]);
    expect(supervisor.resources()).toEqual([
      { uri: 'file:///a', name: 'a', size: 3, server: 's1', availability: 'ready' },
    ]);
    expect(supervisor.resourceTemplates({ server: 's1' })).toMatchObject([
      { uriTemplate: 'file:///{name}', name: 'any' },
    ]);
    const told = story.map((event) => (event.type === 'server.state' ? event.state : event.type));
    const [ready] = [told.indexOf('ready')];
    expect(told.slice(ready - 4, ready)).toEqual([
      'tools.changed',
      'prompts.changed',
      'resources.changed',
      'resourceTemplates.changed',
    ]);
  });

  it('T6 T2 are asked for only if declared, and unknown templates are no fault', async () => {
    const staged = stage({ s1: stdio, s2: stdio });
    const { supervisor, peers, passUntil, story } = staged;
    serve(staged);
    peers.behaviour('s1').answers['resources/templates/list'] = () => {
      throw rpcError(-32_601, 'no such method');
    };
    await passUntil(supervisor.start());
    expect(peers.last('s2').count('prompts/list')).toBe(0);
    expect(supervisor.status('s1')).toMatchObject({ state: 'ready', resources: 1 });
    expect(story.filter(({ type }) => type === 'server.notice')).toEqual([]);
  });

  it('T6 T3 R5 are withdrawn before the park is told, once, and come back', async () => {
    const { supervisor, peers, pass, channel, story, changes, counts } = await readyStage();
    const { start } = peers.behaviour('s1');
    peers.behaviour('s1').start = () => Promise.reject(new Error('refused'));
    channel.lose();
    await pass();
    expect(counts()).toEqual([0, 0, 0, 0]);
    expect(supervisor.prompts({ include: 'all' })).toMatchObject([{ availability: 'parked' }]);
    expect(supervisor.status('s1')).toMatchObject({ tools: 0, prompts: 0, resources: 0 });
    const types = story.map(({ type }) => type);
    expect(types.lastIndexOf('prompts.changed')).toBeLessThan(types.indexOf('server.parked'));
    expect(changes()).toHaveLength(8);
    peers.behaviour('s1').start = start;
    await pass(300_000);
    expect(counts()).toEqual([1, 1, 1, 1]);
  });

  it('T6 T4 are read again after a burst of changes, each list by itself', async () => {
    const { supervisor, channel, lists, pass, story, changes } = await readyStage();
    lists['prompts/list'] = [{ name: 'greet' }, { name: 'leave' }];
    const before = changes().length;
    for (let count = 0; count < 3; count += 1) {
      channel.notify('notifications/prompts/list_changed');
      channel.notify('notifications/resources/list_changed');
      await pass(100);
    }
    await pass(300);
    expect(channel.count('prompts/list')).toBe(2);
    expect(channel.count('resources/list')).toBe(2);
    expect(channel.count('resources/templates/list')).toBe(2);
    expect(channel.count('tools/list')).toBe(1);
    expect(changes().slice(before)).toEqual(['prompts.changed']);
    expect(story.at(-1)).toMatchObject({ added: ['leave'], removed: [], changed: ['greet'] });
    expect(supervisor.prompts()).toHaveLength(2);
  });

  it('T6 T2 E5 a broken entry costs only itself', async () => {
    const staged = stage({ s1: stdio });
    serve(staged, {
      'prompts/list': [7, { name: 'good', title: 3 }, { name: 'odd', arguments: [{}] }],
      'resources/list': [{ name: 'no uri' }, { uri: 'a:b', size: 'big' }],
      'resources/templates/list': [{}],
    });
    await staged.passUntil(staged.supervisor.start());
    expect(staged.supervisor.prompts()).toMatchObject([{ name: 'good' }]);
    expect(staged.supervisor.prompts()[0]).not.toHaveProperty('title');
    expect(staged.supervisor.resources()).toMatchObject([{ uri: 'a:b', name: 'a:b' }]);
    const notices = staged.story.flatMap((event) =>
      event.type === 'server.notice' ? event.message : [],
    );
    expect(notices).toEqual([
      'prompt number 1 was dropped: it is not an object',
      'prompt "odd" was dropped: its arguments are not a list of named ones',
      'resource number 1 was dropped: it has no uri',
      'resource template number 1 was dropped: it has no uriTemplate',
    ]);
  });

  it('T6 C2 that cannot be had hold nobody up for long, and follow later', async () => {
    const staged = stage({ s1: stdio });
    const { supervisor, peers, passUntil, pass, clock, story } = staged;
    serve(staged);
    const answers = peers.behaviour('s1').answers;
    const good = answers['prompts/list'] as () => unknown;
    answers['prompts/list'] = () => silence;
    answers['resources/list'] = () => {
      throw rpcError(-32_603, 'not now');
    };
    await passUntil(supervisor.start());
    expect(clock.now()).toBeLessThanOrEqual(5_100);
    expect(supervisor.status('s1')).toMatchObject({ state: 'ready', tools: 1, prompts: 0 });
    expect(story.filter(({ type }) => type === 'server.notice')).toMatchObject([
      { message: 'resources/list failed: not now; it is asked for again' },
      { message: 'prompts/list failed: it was not answered in time; it is asked for again' },
    ]);
    answers['prompts/list'] = good;
    answers['resources/list'] = () => ({ resources: plenty['resources/list'] });
    await pass(300);
    expect(supervisor.status('s1')).toMatchObject({ prompts: 1, resources: 1 });
  });

  it('T6 T4 that cannot be read in a new session stay as they were last', async () => {
    const { supervisor, peers, passUntil, pass, changes } = await readyStage();
    peers.behaviour('s1').answers['prompts/list'] = () => {
      throw rpcError(-32_603, 'not now');
    };
    const before = changes().length;
    await passUntil(supervisor.retry('s1'));
    await pass(1_000);
    expect(supervisor.prompts()).toMatchObject([{ name: 'greet', availability: 'ready' }]);
    expect(changes()).toHaveLength(before);
  });

  it('T6 T5 prompts are filtered by name as tools are, resources are not', async () => {
    const { counts } = await readyStage({ ...stdio, include: ['echo', 'other*'] } as ServerEntry);
    expect(counts()).toEqual([1, 0, 1, 1]);
  });

  it('T1 T6 names of prompts are made like those of tools, and cannot collide with them', async () => {
    const staged = stage({ s1: stdio });
    serve(staged, { ...plenty, 'prompts/list': [{ name: 'echo' }, { name: 'x'.repeat(100) }] });
    await staged.passUntil(staged.supervisor.start());
    const [echo, long] = staged.supervisor.prompts();
    expect(echo?.displayName).toBe('s1__echo');
    expect(staged.supervisor.tools()[0]?.displayName).toBe('s1__echo');
    expect(long?.displayName).toMatch(/^s1__x+_[0-9a-f]{8}$/);
    expect(long?.displayName).toHaveLength(64);
  });

  it('T1 T6 a name that looks like another one shortened does not take its place', async () => {
    const staged = stage({ s1: stdio });
    const lists = serve(staged, { ...plenty, 'prompts/list': [{ name: 'x'.repeat(100) }] });
    await staged.passUntil(staged.supervisor.start());
    const taken = staged.supervisor.prompts()[0]?.displayName ?? '';
    lists['prompts/list'] = [{ name: 'x'.repeat(100) }, { name: taken.slice('s1__'.length) }];
    staged.peers.last('s1').notify('notifications/prompts/list_changed');
    await staged.pass(300);
    const names = staged.supervisor.prompts().map(({ displayName }) => displayName);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(taken);
    expect(names[1]).toMatch(/^s1__x+_[0-9a-f]{32}$/);
    expect(names[1]).toHaveLength(64);
  });
});

describe('a list of a thousand', () => {
  it('T2 T4 in 20 pages, one of whose entries is broken, is one diff for each change', async () => {
    const staged = stage({ s1: stdio });
    const { supervisor, peers, passUntil, pass, story } = staged;
    let round = 0;
    peers.behaviour('s1').answers['tools/list'] = ({ cursor }) => {
      const page = Number(cursor ?? 0);
      const tools = Array.from({ length: 50 }, (_, index) => ({
        name: `t${page * 50 + index}`,
        inputSchema: { type: 'object' },
        ...(page === 7 && index === 0 && { description: `round ${round}` }),
        ...(page === 3 && index === 0 && { inputSchema: null }),
      }));
      return { tools, ...(page < 19 && { nextCursor: String(page + 1) }) };
    };
    await passUntil(supervisor.start());
    expect(supervisor.tools()).toHaveLength(999);
    for (round = 1; round <= 5; round += 1) {
      peers.last('s1').notify('notifications/tools/list_changed');
      await pass(300);
    }
    const changes = story.flatMap((event) => (event.type === 'tools.changed' ? [event] : []));
    expect(changes.slice(1).map(({ changed }) => changed)).toEqual(Array(5).fill(['t350']));
    expect(
      changes.slice(1).every(({ added, removed }) => added.length + removed.length === 0),
    ).toBe(true);
  });
});
