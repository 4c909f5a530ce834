import { expect, it } from 'vitest';
import { codeOf, stage, stdio } from './stage.ts';

/** Chance that throws when told to: a defect inside the machine's own step. */
function faultyChance() {
  const chance = { isFaulty: false };
  const random = () => {
    if (chance.isFaulty) throw new Error('a defect');
    return 0;
  };
  return { chance, random };
}

it('C15 an actor that errors is replaced by a parked one, reported, and probes itself', async () => {
  const { chance, random } = faultyChance();
  const { supervisor, peers, passUntil, pass, story, clock } = stage(
    { s1: stdio, s2: stdio },
    { random },
  );
  await passUntil(supervisor.start());
  chance.isFaulty = true;
  supervisor.on('server.replaced', () => (chance.isFaulty = false));
  const call = codeOf(supervisor.callTool('s1', 'nothing'));
  expect(await call).toBe('TOOL_UNKNOWN');
  peers.last('s1').lose();
  await pass();
  expect(story.find(({ type }) => type === 'server.replaced')).toMatchObject({
    server: 's1',
    message: 'a defect',
  });
  expect(supervisor.status('s1')).toMatchObject({
    state: 'parked',
    parkReason: 'internal',
    lastError: { code: 'INTERNAL_ERROR', kind: 'internal' },
    tools: 0,
    generation: 1,
    nextAttemptAt: clock.now() + 300_000,
  });
  expect(supervisor.explain('s1').problem).toContain('an internal fault');
  expect(supervisor.status('s2').state).toBe('ready');
  // An errored actor leaves its link behind; somebody has to end it.
  expect(peers.last('s1').ends).not.toHaveLength(0);
  await pass(300_000);
  expect(supervisor.status('s1')).toMatchObject({ state: 'ready', generation: 2, tools: 1 });
  expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBeUndefined();
});

it('C15 S1 a replaced server is shut down with the rest', async () => {
  const { chance, random } = faultyChance();
  const { supervisor, peers, passUntil, pass, clock } = stage({ s1: stdio, s2: stdio }, { random });
  await passUntil(supervisor.start());
  chance.isFaulty = true;
  supervisor.on('server.replaced', () => (chance.isFaulty = false));
  peers.last('s1').lose();
  await pass();
  expect(await passUntil(supervisor.stop())).toMatchObject({ left: 0, tookMs: 0 });
  expect(supervisor.status('s1').state).toBe('shutdown');
  expect(clock.pending).toBe(0);
});

it('C15 E5 a defect that stays costs that server only, and a retry is heard', async () => {
  const { chance, random } = faultyChance();
  const { supervisor, peers, passUntil, pass, story } = stage({ s1: stdio, s2: stdio }, { random });
  await passUntil(supervisor.start());
  chance.isFaulty = true;
  peers.last('s1').lose();
  await pass(1_000);
  expect(story.filter(({ type }) => type === 'server.replaced')).toHaveLength(1);
  expect(supervisor.status('s1')).toMatchObject({ state: 'parked', parkReason: 'internal' });
  expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('SERVER_PARKED');
  expect(await codeOf(supervisor.callTool('s2', 'echo'))).toBeUndefined();
  expect(await passUntil(supervisor.retry('s1'))).toMatchObject({ heard: true, outcome: 'failed' });
  chance.isFaulty = false;
  expect(await passUntil(supervisor.retry('s1'))).toMatchObject({ outcome: 'revived' });
  expect(supervisor.status('s1').state).toBe('ready');
});

it('C15 S1 a server that cannot be replaced is shut down all the same', async () => {
  const { chance, random } = faultyChance();
  const { supervisor, peers, passUntil, pass } = stage({ s1: stdio }, { random });
  await passUntil(supervisor.start());
  chance.isFaulty = true;
  peers.last('s1').lose();
  await pass();
  expect(await passUntil(supervisor.stop())).toMatchObject({ left: 0, tookMs: 0 });
  expect(supervisor.status('s1').state).toBe('shutdown');
  expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBe('SERVER_SHUT_DOWN');
});

it('C15 a transport that throws has failed its attempt', async () => {
  const { supervisor, peers, passUntil } = stage({ s1: stdio });
  const behaviour = peers.behaviour('s1');
  const { start } = behaviour;
  behaviour.start = () => {
    behaviour.start = start;
    throw new TypeError('a defect');
  };
  await passUntil(supervisor.start());
  expect(supervisor.status('s1')).toMatchObject({
    state: 'ready',
    lastError: { code: 'CONNECT_FAILED', message: 'a defect' },
  });
});

it('H5 a listener that throws harms nothing', async () => {
  const { supervisor, passUntil, types } = stage({ s1: stdio });
  supervisor.on('*', () => {
    throw new Error('a faulty host');
  });
  const seen: string[] = [];
  supervisor.on('*', ({ type }) => seen.push(type));
  await passUntil(supervisor.start());
  expect(supervisor.status('s1').state).toBe('ready');
  expect(seen).toEqual(types('s1'));
});

it('H5 an inspector that throws harms nothing', async () => {
  const inspect = () => {
    throw new Error('a faulty host');
  };
  const { supervisor, passUntil } = stage({ s1: stdio }, { inspect });
  await passUntil(supervisor.start());
  expect(await codeOf(supervisor.callTool('s1', 'echo'))).toBeUndefined();
  expect(await passUntil(supervisor.stop())).toMatchObject({ left: 0 });
});
