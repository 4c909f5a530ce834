import { expect, it } from 'vitest';
import { createGuard } from '../../src/link/stdio/guard.ts';
import { childrenOf, isAlive, until } from './processes.ts';
import { open, prepare } from './open-stdio.ts';

const impatient = { policy: { stdinGraceMs: 100, termGraceMs: 100 } };
/** Longer than any test. */
const patient = { policy: { stdinGraceMs: 60_000, termGraceMs: 60_000 } };

it('L4 a server that obeys the end of its stdin is not signalled', async () => {
  const { channel } = await open('echo-server.mjs');
  const pid = channel.facts().pid ?? 0;
  expect(await channel.end()).toEqual({ killed: 0, left: [] });
  expect(isAlive(pid)).toBe(false);
});

it('L4 a server that obeys only SIGTERM is not killed', async () => {
  const { channel } = await open('ignores-sigterm.mjs', ['eof'], impatient);
  const begunMs = performance.now();
  expect(await channel.end()).toEqual({ killed: 0, left: [] });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(100);
});

it('L4 a server that ignores both is killed, and counted', async () => {
  const { channel } = await open('ignores-sigterm.mjs', [], impatient);
  const pid = channel.facts().pid ?? 0;
  const begunMs = performance.now();
  expect(await channel.end()).toEqual({ killed: 1, left: [] });
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(200);
  expect(isAlive(pid)).toBe(false);
});

it('L4 force skips to the kill', async () => {
  const { channel } = await open('ignores-sigterm.mjs', [], patient);
  expect(await channel.end({ force: true })).toEqual({ killed: 1, left: [] });
});

it('L4 force shortens a ladder that is under way, and all callers get one end', async () => {
  const { channel } = await open('ignores-sigterm.mjs', [], patient);
  const polite = channel.end();
  const forced = channel.end({ force: true });
  expect(forced).toBe(polite);
  expect(await polite).toEqual({ killed: 1, left: [] });
});

it('L4 a frozen server is killed', async () => {
  const { channel } = await open('echo-server.mjs', [], impatient);
  const pid = channel.facts().pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  expect(await channel.end()).toEqual({ killed: 1, left: [] });
  expect(isAlive(pid)).toBe(false);
});

it('L4 a grandchild in its own session is asked to leave once the server has left', async () => {
  const { channel, call } = await open('grandchild-in-own-session.mjs');
  const grandchild = Number(await call('grandchild'));
  expect(await channel.end()).toEqual({ killed: 0, left: [] });
  expect(isAlive(grandchild)).toBe(false);
});

it('L4 a grandchild that ignores SIGTERM is killed after 250 ms', async () => {
  const { channel, call } = await open('grandchild-in-own-session.mjs', ['stubborn']);
  const grandchild = Number(await call('grandchild'));
  expect(await channel.end()).toEqual({ killed: 1, left: [] });
  expect(isAlive(grandchild)).toBe(false);
});

it('L4 a grandchild without the mark is found through its parent', async () => {
  const { channel, call } = await open('grandchild-in-own-session.mjs', ['bare', 'stubborn']);
  const grandchild = Number(await call('grandchild'));
  expect(await channel.end()).toEqual({ killed: 1, left: [] });
  expect(isAlive(grandchild)).toBe(false);
});

it('L4 what a dead server left behind in a session of its own is found by its mark', async () => {
  const { channel, call, lost } = await open('grandchild-in-own-session.mjs');
  const grandchild = Number(await call('grandchild'));
  process.kill(channel.facts().pid ?? 0, 'SIGKILL');
  await lost;
  expect(isAlive(grandchild)).toBe(true);
  expect(await channel.end()).toEqual({ killed: 0, left: [] });
  expect(isAlive(grandchild)).toBe(false);
});

it("L4 the server's own children are killed with it", async () => {
  const { channel, call } = await open('helper-holds-stdout.mjs');
  const helper = Number(await call('helper'));
  const { killed } = await channel.end({ force: true });
  expect(killed).toBe(2);
  expect(isAlive(helper)).toBe(false);
});

it('L4 two servers that stop together each end their own tree', async () => {
  const first = await open('grandchild-in-own-session.mjs', ['stubborn']);
  const second = await open('grandchild-in-own-session.mjs');
  const kept = Number(await second.call('grandchild'));
  expect(await first.channel.end()).toEqual({ killed: 1, left: [] });
  expect(isAlive(kept)).toBe(true);
  expect(await second.call('echo', { text: 'untouched' })).toBe('untouched');
});

it('C2 a server that never answers the handshake can be ended', async () => {
  const { channel } = prepare('never-answer.mjs');
  await channel.start();
  expect(await channel.end()).toEqual({ killed: 0, left: [] });
});

it('S4 nothing is left of channels and their owner: no child, no zombie, no guard', async () => {
  const before = childrenOf(process.pid).length;
  const guard = createGuard();
  const opened = await Promise.all([
    open('echo-server.mjs', [], { guard }),
    open('echo-server.mjs', [], { guard }),
  ]);
  expect(childrenOf(process.pid).length).toBeGreaterThan(before);
  await Promise.all(opened.map(({ channel }) => channel.end()));
  await guard.close();
  await until(() => childrenOf(process.pid).length <= before, 'children are gone');
});

it('S4 stdin and stdout of an ended channel hold no handle', async () => {
  const pipes = () => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
  const before = pipes();
  const { channel } = await open('helper-holds-stdout.mjs');
  await channel.end();
  await until(() => pipes() <= before, 'pipes are closed');
});
