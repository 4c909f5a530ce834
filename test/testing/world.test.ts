import { expect, onTestFinished, test } from 'vitest';
import { rpcError, silence } from '../../src/testing/world/scripted-answers.ts';
import { createWorld, type WorldOptions } from '../../src/testing/world/world.ts';

async function worldOf(options: WorldOptions = {}) {
  const world = await createWorld({ servers: { files: { command: 'files' } }, ...options });
  onTestFinished(async () => void (await world.end()));
  return world;
}

test('a fleet starts, serves a call and ends without a moment of real time', async () => {
  const { supervisor, passUntil, peers, events, clock } = await worldOf();
  await passUntil(supervisor.start());
  const { content } = await passUntil(supervisor.callTool('files', 'echo', {}));
  expect(content).toEqual([{ type: 'text', text: 'done' }]);
  expect(peers.last('files').count('tools/call')).toBe(1);
  expect(events.map(({ type }) => type)).toContain('server.proven');
  await passUntil(supervisor.stop());
  await clock.advanceSettled(0);
  expect(clock.pending).toBe(0);
});

test('a server may answer later, or refuse later', async () => {
  const { supervisor, passUntil, peers, clock } = await worldOf();
  await passUntil(supervisor.start());
  const after = (delayMs: number) =>
    new Promise<void>((resolve) => void clock.setTimeout(resolve, delayMs));
  const { answers } = peers.behaviour('files');
  answers['tools/call'] = () => after(700).then(() => ({ content: [] }));
  await passUntil(supervisor.callTool('files', 'echo', {}));
  expect(clock.now()).toBe(700);
  answers['tools/call'] = () => after(300).then(() => Promise.reject(rpcError(-32000, 'no')));
  await expect(passUntil(supervisor.callTool('files', 'echo', {}))).rejects.toMatchObject({
    code: 'SERVER_ERROR',
    rpcCode: -32000,
  });
  expect(clock.now()).toBe(1_000);
});

test('a wait that nothing can end fails within its bound', async () => {
  const { supervisor, passUntil, peers } = await worldOf();
  await passUntil(supervisor.start());
  peers.behaviour('files').answers['tools/call'] = () => silence;
  const call = supervisor.callTool('files', 'echo', {});
  await expect(passUntil(call, 1_000)).rejects.toThrow('not settled by 1000 ms');
  await expect(passUntil(call)).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
});
