import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isJsonRpc, parseJson } from '../../src/link/json-rpc.ts';
import type { LineEnds } from '../../src/link/stdio/pipes/line-ends.ts';
import { LineReader } from '../../src/link/stdio/pipes/line-reader.ts';
import { StderrRing } from '../../src/link/stdio/pipes/stderr-ring.ts';
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

it('L3 lines come out whole however the bytes were cut', () => {
  const text = 'first\n\nz\u00fcg\u{1f600}e\r\nlast\n';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines: string[] = [];
    const reader = new LineReader({ onLine: (line) => lines.push(line), onOverlong() {} }, 100);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(lines.map((line) => `${line}\n`).join('')).toBe(text);
  }
});

it('L3 a line is dropped at its limit, in one chunk as in many', () => {
  for (const size of [1, 3, 1000]) {
    const told: string[] = [];
    const sink = { onLine: (line: string) => told.push(line), onOverlong: () => told.push('!') };
    const reader = new LineReader(sink, 5);
    const bytes = Buffer.from('12345\n123456\n12345678901234\nok\n');
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(told).toEqual(['12345', '!', '!', 'ok']);
  }
});

const filler = 'x'.repeat(1_000);

it.each([
  ['first', `{"jsonrpc":"2.0","id":"h1.2","result":{"text":"${filler}"}}`, 'h1.2'],
  ['before all', `{ "id" : "h1.2", "jsonrpc": "2.0", "result":{"text":"${filler}"}}`, 'h1.2'],
  ['last', `{"result":{"text":"${filler}"},"jsonrpc":"2.0","id":"h1.2"}\r`, 'h1.2'],
  ['near the end', `{"result":{"text":"${filler}"},"id":"h1.2", "jsonrpc":"2.0" }`, 'h1.2'],
  ['only inside', `{"jsonrpc":"2.0","result":{"text":"${filler}","id":"h1.2"}}`, undefined],
  ['in a text', `{"jsonrpc":"2.0","result":"${filler},\\"id\\":\\"h1.2\\"}"}`, undefined],
  ['nowhere', filler, undefined],
])('L3 whose answer a dropped line is shows at its ends: the id stands %s', (_, line, id) => {
  for (const size of [1, 7, 10_000]) {
    const told: unknown[] = [];
    const sink = { onLine() {}, onOverlong: (ends: LineEnds) => told.push(ends.answeredId()) };
    const reader = new LineReader(sink, 300);
    const bytes = Buffer.from(`${line}\n`);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(told).toEqual([id]);
  }
});

it('L3 only well-formed JSON-RPC is a message', () => {
  const messages = [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{}}',
    '{"jsonrpc":"2.0","id":"a","result":{}}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"unreadable"}}\r',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
    '{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-32601,"message":"no"}}',
  ];
  const noise = [
    'hello',
    'null',
    '[]',
    '{}',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":1,"result":4}',
    '{"jsonrpc":"2.0","result":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
  ];
  const isMessage = (text: string) => isJsonRpc(parseJson(text));
  expect(messages.filter((text) => !isMessage(text))).toEqual([]);
  expect(noise.filter(isMessage)).toEqual([]);
});

it('L3 the ring holds the last bytes whatever sizes they came in', () => {
  const ring = new StderrRing(4096);
  let all = '';
  for (let step = 0; step < 300; step += 1) {
    const chunk = String.fromCharCode(97 + (step % 26)).repeat((step * 37) % 500);
    all += chunk;
    ring.push(Buffer.from(chunk));
    expect(ring.last(4096).toString()).toBe(all.slice(-4096));
  }
  ring.push(Buffer.from('x'.repeat(9_999)));
  expect(ring.last(10_000).toString()).toBe('x'.repeat(4096));
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-stderr-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
