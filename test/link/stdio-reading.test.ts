import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { open, prepare } from './open-stdio.ts';

it('L3 noise on stdout is counted, reported once, and never fatal', async () => {
  const { channel, call, notices } = await open('garbage.mjs');
  expect(await call('echo', { text: 'through the noise' })).toBe('through the noise');
  expect(channel.facts().noise).toBe(10);
  expect(notices).toHaveLength(1);
  // The handshake and one call: noise is nothing received (L8).
  expect(channel.received).toBe(2);
});

it('L3 a flood on stderr blocks nothing, and its end is kept', async () => {
  const { channel, call } = await open('stderr-flood.mjs');
  expect(await call('echo', { text: 'dry' })).toBe('dry');
  await channel.end();
  const tail = channel.facts().stderrTail ?? '';
  expect(tail.endsWith('last line of the flood')).toBe(true);
  expect(tail.length).toBeLessThanOrEqual(2048);
  expect(tail).not.toContain('\u001b');
});

it('L3 stderr is appended to a file if one is given', async () => {
  const file = join(temporaryFolder(), 'stderr.log');
  const { channel } = await open('stderr-flood.mjs', [], { stderrFile: file });
  await channel.end();
  expect(readFileSync(file, 'utf8').endsWith('last line of the flood\n')).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('L3 a stderr file that cannot be written is noted once and costs nothing else', async () => {
  const { call, notices } = await open('stderr-flood.mjs', [], {
    stderrFile: join(temporaryFolder(), 'no', 'such', 'folder'),
  });
  expect(await call('echo', { text: 'still here' })).toBe('still here');
  // The file system and the server answer in any order.
  await expect
    .poll(() => notices, { timeout: 10_000, interval: 10 })
    .toEqual(['the stderr file cannot be written; stderr is no longer written there']);
});

it('L3 a line of more than 16 MiB is dropped, and the next one is read', async () => {
  const { channel, call, ask, notices } = await open('echo-server.mjs');
  // Its answer never comes: it is what gets dropped.
  void ask('tools/call', { name: 'big', arguments: { bytes: 17 * 1024 * 1024 } });
  expect(await call('echo', { text: 'next' })).toBe('next');
  expect(notices).toEqual(['a line on stdout is longer than 16 MiB; it was dropped']);
  expect(channel.facts().noise).toBe(1);
});

it('E5 F1 however much a server has to say, each turn takes a little of it', async () => {
  const { channel, call } = await open('echo-server.mjs');
  const text = 'x'.repeat(100_000);
  const take = channel.onmessage;
  let [inThisTurn, most, isOver] = [0, 0, false];
  channel.onmessage = (message) => {
    inThisTurn += 1;
    most = Math.max(most, inThisTurn);
    take?.(message);
  };
  const nextTurn = () => {
    inThisTurn = 0;
    if (!isOver) setImmediate(nextTurn);
  };
  nextTurn();
  const answers = await Promise.all(Array.from({ length: 60 }, () => call('echo', { text })));
  isOver = true;
  expect(answers.every((answer) => answer === text)).toBe(true);
  expect(most).toBeLessThanOrEqual(3);
});

it('E5 a handler that throws does not end the reading', async () => {
  const { channel, call } = await open('echo-server.mjs');
  const onmessage = channel.onmessage;
  const errors: Error[] = [];
  channel.onerror = (error) => errors.push(error);
  channel.onmessage = (message) => {
    onmessage?.(message);
    throw new Error('cannot handle this');
  };
  await call('pid');
  expect(await call('echo', { text: 'again' })).toBe('again');
  expect(errors).toHaveLength(2);
});

it('E2 a channel starts only once', async () => {
  const { channel } = prepare('echo-server.mjs');
  await channel.start();
  await expect(channel.start()).rejects.toMatchObject({ name: 'ConnectError' });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-stderr-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
