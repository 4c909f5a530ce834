import { describe, expect, it } from 'vitest';
import { rpcError, silence } from '../../src/testing/world/scripted-answers.ts';
import { codeOf, stage, stdio } from './stage.ts';

const uri = 'file:///a';
const updated = 'notifications/resources/updated';

async function readyStage(policy = {}) {
  const staged = stage({ s1: stdio }, { policy });
  const behaviour = staged.peers.behaviour('s1');
  behaviour.capabilities = { resources: { subscribe: true } };
  Object.assign(behaviour.answers, {
    'resources/list': () => ({ resources: [] }),
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
  });
  await staged.passUntil(staged.supervisor.start());
  const heard: string[] = [];
  const hear = (update: { readonly uri: string }) => heard.push(update.uri);
  const update = async (of = uri) => {
    staged.peers.last('s1').notify(updated, { uri: of });
    await staged.pass();
  };
  return { ...staged, behaviour, heard, hear, update };
}

describe('a subscription', () => {
  it('T6 tells its listener of changes, until it is ended', async () => {
    const { supervisor, peers, passUntil, heard, hear, update } = await readyStage();
    const unsubscribe = await passUntil(supervisor.subscribe('s1', uri, hear));
    await update();
    await update(`${uri}/part`);
    await update(`${uri}b`);
    expect(heard).toEqual([uri, `${uri}/part`]);
    await passUntil(Promise.all([unsubscribe(), unsubscribe()]));
    await update();
    expect(heard).toHaveLength(2);
    expect(peers.last('s1').count('resources/unsubscribe')).toBe(1);
  });

  it('T6 is one for all listeners of a resource, and ends with the last of them', async () => {
    const { supervisor, peers, passUntil, heard, hear, update } = await readyStage();
    const both = [supervisor.subscribe('s1', uri, hear), supervisor.subscribe('s1', uri, hear)];
    const [first, second] = await passUntil(Promise.all(both));
    expect(peers.last('s1').count('resources/subscribe')).toBe(1);
    await update();
    expect(heard).toHaveLength(2);
    await passUntil(first?.() ?? Promise.reject(new Error('no way to unsubscribe')));
    expect(peers.last('s1').count('resources/unsubscribe')).toBe(0);
    await passUntil(second?.() ?? Promise.reject(new Error('no way to unsubscribe')));
    expect(peers.last('s1').count('resources/unsubscribe')).toBe(1);
  });

  it('T6 is not given up for all because one of them no longer wants it', async () => {
    const { supervisor, passUntil, behaviour, heard, hear, update } = await readyStage();
    const first = new AbortController();
    behaviour.answers['resources/subscribe'] = () => silence;
    const given = supervisor.subscribe('s1', uri, hear, { signal: first.signal });
    const kept = supervisor.subscribe('s1', uri, hear);
    await passUntil(Promise.resolve());
    behaviour.answers['resources/subscribe'] = () => ({});
    first.abort();
    expect(await passUntil(codeOf(given))).toBe('CALL_CANCELLED');
    await passUntil(kept);
    await update();
    expect(heard).toEqual([uri]);
  });

  it('T6 is renewed in every session before it is ready', async () => {
    const { supervisor, peers, pass, passUntil, heard, hear, update } = await readyStage();
    await passUntil(supervisor.subscribe('s1', uri, hear));
    const asked: number[] = [];
    supervisor.on('server.state', ({ state }) => {
      if (state === 'ready') asked.push(peers.last('s1').count('resources/subscribe'));
    });
    peers.last('s1').lose();
    await pass(2_000);
    expect(asked).toEqual([1]);
    await update();
    expect(heard).toEqual([uri]);
  });

  it('T6 survives a park', async () => {
    const staged = await readyStage({ reconnectRetries: 0 });
    const { supervisor, peers, pass, passUntil, behaviour, heard, hear, update } = staged;
    await passUntil(supervisor.subscribe('s1', uri, hear));
    const { start } = behaviour;
    behaviour.start = () => Promise.reject(new Error('refused'));
    peers.last('s1').lose();
    await pass();
    expect(supervisor.status('s1').state).toBe('parked');
    behaviour.start = start;
    await passUntil(supervisor.retry('s1'));
    expect(peers.last('s1').count('resources/subscribe')).toBe(1);
    await update();
    expect(heard).toEqual([uri]);
  });

  it('T6 that was ended while the server was away is not renewed', async () => {
    const { supervisor, peers, pass, passUntil, hear } = await readyStage();
    const unsubscribe = await passUntil(supervisor.subscribe('s1', uri, hear));
    peers.last('s1').lose();
    await passUntil(unsubscribe());
    await pass(2_000);
    expect(supervisor.status('s1').state).toBe('ready');
    expect(peers.last('s1').count('resources/subscribe')).toBe(0);
  });

  it('T6 that cannot be renewed is told, and holds nobody up for long', async () => {
    const { supervisor, peers, pass, passUntil, behaviour, hear, story } = await readyStage();
    await passUntil(supervisor.subscribe('s1', uri, hear));
    behaviour.answers['resources/subscribe'] = () => silence;
    peers.last('s1').lose();
    await pass(7_000);
    expect(supervisor.status('s1').state).toBe('ready');
    expect(story.filter(({ type }) => type === 'server.notice')).toMatchObject([
      { message: `the subscription to ${uri} could not be renewed` },
    ]);
  });

  it('T6 that is refused leaves nothing behind', async () => {
    const { supervisor, peers, pass, passUntil, behaviour, hear } = await readyStage();
    behaviour.answers['resources/subscribe'] = () => {
      throw rpcError(-32_002, 'no such resource');
    };
    const refused = supervisor.subscribe('s1', uri, hear);
    expect(await passUntil(codeOf(refused))).toBe('SERVER_ERROR');
    peers.last('s1').lose();
    await pass(2_000);
    expect(peers.last('s1').count('resources/subscribe')).toBe(0);
    expect(await codeOf(supervisor.subscribe('s2', uri, hear))).toBe('SERVER_UNKNOWN');
  });
});
