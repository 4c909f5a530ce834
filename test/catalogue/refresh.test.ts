import { describe, expect, it } from 'vitest';
import { rpcError, silence, tool, type Params } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, stage, stdio } from '../supervisor/stage.ts';

const changed = 'notifications/tools/list_changed';

async function readyStage() {
  const staged = stage({ s1: stdio });
  await staged.passUntil(staged.supervisor.start());
  const behaviour = staged.peers.behaviour('s1');
  const channel = staged.peers.last('s1');
  return {
    ...staged,
    behaviour,
    channel,
    listings: () => channel.count('tools/list'),
    offered: () => staged.supervisor.tools().map(({ name }) => name),
  };
}

describe('a changed list', () => {
  it('T4 is read again 300 ms after the change, and told as one diff', async () => {
    const { behaviour, channel, pass, listings, offered, story } = await readyStage();
    behaviour.tools = [tool('echo', { description: 'new' }), tool('more')];
    channel.notify(changed);
    await pass(299);
    expect(listings()).toBe(1);
    await pass(1);
    expect(listings()).toBe(2);
    expect(offered()).toEqual(['echo', 'more']);
    expect(story.at(-1)).toMatchObject({
      type: 'tools.changed',
      added: ['more'],
      removed: [],
      changed: ['echo'],
    });
  });

  it('T4 is read once after a burst, which can hold it back for 2 s at most', async () => {
    const { channel, pass, listings, clock } = await readyStage();
    const startedAt = clock.now();
    while (listings() === 1) {
      channel.notify(changed);
      await pass(100);
    }
    expect(clock.now() - startedAt).toBe(2_000);
    expect(listings()).toBe(2);
  });

  it('T4 that changes while it is read is read once more: the last state wins', async () => {
    const { behaviour, channel, pass, listings, offered } = await readyStage();
    behaviour.answers['tools/list'] = () => silence;
    channel.notify(changed);
    await pass(300);
    channel.notify(changed);
    channel.notify(changed);
    await pass(1_000);
    expect(listings()).toBe(2);
    behaviour.answers['tools/list'] = () => ({ tools: [tool('last')] });
    const reading = channel.asked.filter(({ method }) => method === 'tools/list').at(-1);
    channel.answer(reading?.id ?? '', { tools: [tool('middle')] });
    await pass();
    expect(offered()).toEqual(['middle']);
    await pass(300);
    expect(listings()).toBe(3);
    expect(offered()).toEqual(['last']);
  });

  it('T4 that cannot be read keeps the last good one, and is asked for again and again', async () => {
    const { behaviour, channel, pass, listings, offered } = await readyStage();
    behaviour.answers['tools/list'] = () => {
      throw rpcError(-32_603, 'not now');
    };
    channel.notify(changed);
    await pass(300);
    expect(listings()).toBe(2);
    expect(offered()).toEqual(['echo']);
    await pass(5_000);
    expect(listings()).toBe(3);
    behaviour.answers['tools/list'] = () => ({ tools: [tool('better')] });
    await pass(10_000);
    expect(offered()).toEqual(['better']);
    await pass(600_000);
    expect(listings()).toBe(4);
  });

  it('T4 that is never answered is given up and asked for again', async () => {
    const { behaviour, channel, pass, listings, offered } = await readyStage();
    behaviour.answers['tools/list'] = () => silence;
    channel.notify(changed);
    await pass(300 + 30_000);
    behaviour.answers['tools/list'] = () => ({ tools: [tool('better')] });
    await pass(5_000);
    expect(listings()).toBe(3);
    expect(offered()).toEqual(['better']);
  });

  it('T4 that changes while it is listed for the first time is read again', async () => {
    const { supervisor, peers, pass, passUntil } = stage({ s1: stdio });
    const behaviour = peers.behaviour('s1');
    const list = behaviour.answers['tools/list'] as () => unknown;
    behaviour.answers['tools/list'] = () => {
      behaviour.answers['tools/list'] = list;
      const old = list();
      behaviour.tools = [tool('new')];
      peers.last('s1').notify(changed);
      return old;
    };
    await passUntil(supervisor.start());
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['echo']);
    await pass(300);
    expect(supervisor.tools().map(({ name }) => name)).toEqual(['new']);
  });

  it('T4 K2 holds a call of a tool that it may bring', async () => {
    const { supervisor, behaviour, channel, pass, passUntil } = await readyStage();
    behaviour.tools = [tool('new')];
    channel.notify(changed);
    await pass();
    const call = supervisor.callTool('s1', 'new');
    await pass(300);
    expect(await passUntil(call)).toMatchObject({ attempts: 1 });
    expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('TOOL_UNKNOWN');
  });

  it('T4 is of no interest once its session is lost', async () => {
    const { channel, pass, listings, clock } = await readyStage();
    channel.notify(changed);
    channel.lose();
    const before = clock.pending;
    await pass(500);
    expect(listings()).toBe(1);
    expect(before).toBe(1);
  });
});

describe('a list of many pages', () => {
  const pages = (count: number) => (params: Params) => {
    const page = Number(params['cursor'] ?? 0);
    const next = page + 1 < count ? { nextCursor: String(page + 1) } : {};
    return { tools: [tool(`t${page}`)], ...next };
  };

  it.each([
    ['T2 is read to its end', 5, 5],
    ['T2 is read no further than 100 pages', 1_000, 100],
  ])('%s', async (_, count, read) => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    peers.behaviour('s1').answers['tools/list'] = pages(count);
    await passUntil(supervisor.start());
    expect(supervisor.tools()).toHaveLength(read);
    expect(peers.last('s1').count('tools/list')).toBe(read);
  });

  it('T2 whose cursor goes nowhere has ended', async () => {
    const { supervisor, peers, passUntil } = stage({ s1: stdio });
    peers.behaviour('s1').answers['tools/list'] = () => ({ tools: [tool('a')], nextCursor: 'x' });
    await passUntil(supervisor.start());
    expect(peers.last('s1').count('tools/list')).toBe(2);
  });
});
