import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished } from 'vitest';
import { shorten } from '../../src/call/errors/refusals.ts';
import { isAlive } from './processes.ts';
import { open, prepare } from './open-stdio.ts';

it('L2 a death tells its exit code and the last lines of stderr', async () => {
  const { channel, lost } = prepare('exit-at-once.mjs', ['9']);
  await channel.start();
  expect(await lost).toEqual({
    kind: 'lost',
    code: 'PROCESS_EXITED',
    message: 'exited with code 9; the last it wrote to stderr: cannot start: no token given',
  });
});

it('L2 a long report of a death keeps its end, which says what was wrong, also in the error of a call', async () => {
  const { channel, lost } = prepare('dies-at-length.mjs');
  await channel.start();
  const { message } = await lost;
  expect(message).toMatch(/^exited with code 1; the last it wrote to stderr: /);
  expect(shorten(message)).toMatch(/ValueError: there is no table called users$/);
});

it('L2 a death in the handshake reaches the owner before the protocol layer', async () => {
  const { channel, ask, lost, closed, story } = prepare('exit-in-handshake.mjs');
  await channel.start();
  void ask('initialize');
  expect((await lost).message).toContain('exited with code 3');
  await closed;
  expect(story).toEqual(['lost', 'closed']);
});

it('L2 a killed server is reported with its signal', async () => {
  const { lost, ask } = await open('exit-mid-call.mjs', ['SIGKILL']);
  void ask('tools/call');
  expect((await lost).message).toContain('was killed by SIGKILL');
});

it("L2 a child's death is noticed within 250 ms while a helper holds stdout", async () => {
  const noticedMs: number[] = [];
  for (let round = 1; round <= 5; round += 1) {
    const { channel, call, lost, closed } = await open('helper-holds-stdout.mjs');
    const helper = Number(await call('helper'));
    process.kill(channel.facts().pid ?? 0, 'SIGKILL');
    const killedMs = performance.now();
    await lost;
    await closed;
    noticedMs.push(performance.now() - killedMs);
    expect(isAlive(helper)).toBe(true);
    await channel.end();
    expect(isAlive(helper)).toBe(false);
  }
  // What a busy machine adds to one of them is not ours.
  expect(Math.min(...noticedMs)).toBeLessThan(250);
});

it.runIf(process.platform === 'linux')(
  'K8 callers hear of a death before the table of processes is read',
  async () => {
    const { channel, ask, lost, closed } = await open('exit-mid-call.mjs', ['SIGKILL']);
    const looks = countLooksAtProcesses();
    const ended = lost.then(() => channel.end());
    void ask('tools/call');
    // As far as a caller's own chain of promises may reach.
    await closed.then(() => undefined).then(() => undefined);
    expect(looks()).toBe(0);
    await ended;
    expect(looks()).toBeGreaterThan(0);
  },
);

/** How often the table of processes was read since. */
function countLooksAtProcesses(): () => number {
  const { readdirSync } = fs;
  let looks = 0;
  fs.readdirSync = ((...given: Parameters<typeof readdirSync>) => {
    looks += 1;
    return readdirSync(...given);
  }) as typeof readdirSync;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readdirSync = readdirSync;
    syncBuiltinESMExports();
  });
  return () => looks;
}

it('L2 an answer that was written just before the death counts', async () => {
  const { call, closed, story } = await open('answers-then-exits.mjs');
  expect(await call('big', { bytes: 300_000 })).toHaveLength(300_000);
  await closed;
  expect(story).toEqual(['message', 'message', 'lost', 'closed']);
});

it('L2 half an answer is no message, and the death is told all the same', async () => {
  const { lost, closed, messages, ask } = await open('exit-mid-call.mjs', ['1', 'half']);
  void ask('tools/call');
  await lost;
  await closed;
  expect(messages).toHaveLength(1);
});

it('L2 a server that closes its stdout and lives on is lost', async () => {
  const { channel, ask, lost } = await open('closes-stdout.mjs');
  void ask('tools/call');
  expect(await lost).toMatchObject({ code: 'STDOUT_CLOSED' });
  const pid = channel.facts().pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  await channel.end({ force: true });
  expect(isAlive(pid)).toBe(false);
});

it('L2 a loss is told once, and not at all for an end that was asked for', async () => {
  const { channel, story } = await open('echo-server.mjs');
  await channel.end();
  await channel.end();
  expect(story).toEqual(['message', 'closed']);
});

it('L9 a configured value that a server prints is not shown', async () => {
  const script = 'process.stderr.write(`bad token ${process.env.TOKEN}\\n`); process.exit(2)';
  const { channel, lost } = prepare('', [], {
    args: ['-e', script],
    env: { TOKEN: 'very-secret-value' },
  });
  await channel.start();
  expect((await lost).message).toContain('bad token [redacted]');
});
