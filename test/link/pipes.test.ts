import { expect, it } from 'vitest';
import type { LineEnds } from '../../src/link/stdio/pipes/line-ends.ts';
import { LineReader } from '../../src/link/stdio/pipes/line-reader.ts';
import { MessageReader } from '../../src/link/stdio/pipes/message-reader.ts';
import { StderrRing } from '../../src/link/stdio/pipes/stderr-ring.ts';

/** Gives the bytes to a reader as a pipe would that cuts them so. */
function pushAll(reader: { push(chunk: Buffer): void }, bytes: Buffer, size: number): void {
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
}

it('L3 lines come out whole however the bytes were cut', () => {
  const text = 'first\n\nz\u00fcg\u{1f600}e\r\nlast\n';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const lines: string[] = [];
    const reader = new LineReader({ onLine: (line) => lines.push(line), onOverlong() {} }, 100);
    pushAll(reader, bytes, size);
    expect(lines.map((line) => `${line}\n`).join('')).toBe(text);
  }
});

it('L3 a line is dropped at its limit, in one chunk as in many', () => {
  for (const size of [1, 3, 5, 1000]) {
    const told: string[] = [];
    const sink = { onLine: (line: string) => told.push(line), onOverlong: () => told.push('!') };
    const bytes = Buffer.from('12345\n123456\n12345678901234\nok\n54321\n');
    pushAll(new LineReader(sink, 5), bytes, size);
    expect(told).toEqual(['12345', '!', '!', 'ok', '54321']);
  }
});

const filler = 'x'.repeat(1_000);

it.each([
  ['first', `{"jsonrpc":"2.0","id":"h1.2","result":{"text":"${filler}"}}`, 'h1.2'],
  ['before all', `{ "id" : "h1.2", "jsonrpc": "2.0", "result":{"text":"${filler}"}}`, 'h1.2'],
  ['last', `{"result":{"text":"${filler}"},"jsonrpc":"2.0","id":"h1.2"}\r`, 'h1.2'],
  ['near the end', `{"result":{"text":"${filler}"},"id":"h1.2", "jsonrpc":"2.0" }`, 'h1.2'],
  ['only inside', `{"jsonrpc":"2.0","result":{"text":"${filler}","id":"h1.2"}}`, undefined],
  ['inside, at the head', `{"result":{"id":"h1.2","text":"${filler}"}}`, undefined],
  ['in a text', `{"jsonrpc":"2.0","result":"${filler},\\"id\\":\\"h1.2\\"}"}`, undefined],
  ['after another message', `{} {"id":"h1.2","result":"${filler}"}`, undefined],
  ['before another message', `{"result":"${filler}","id":"h1.2"} {}`, undefined],
  ['nowhere', filler, undefined],
])('L3 whose answer a dropped line is shows at its ends: the id stands %s', (_, line, id) => {
  for (const size of [1, 7, 10_000]) expect(idOf(line, size)).toBe(id);
});

it('L3 an end is 256 bytes of a line', () => {
  const head = (gap: number) => `{${' '.repeat(gap)}"id":"h1","result":"${filler}"}`;
  const tail = (gap: number) => `{"result":"${filler}","id":"h1"${' '.repeat(gap)}}`;
  // What stands around the gap takes 11 bytes each, with the commas.
  for (const size of [1, 100, 10_000]) {
    expect([idOf(head(245), size), idOf(head(246), size)]).toEqual(['h1', undefined]);
    expect([idOf(tail(245), size), idOf(tail(246), size)]).toEqual(['h1', undefined]);
  }
});

it('L3 the id at an end may have 64 characters of any writing', () => {
  const around = (id: string) => [
    `{"id":"${id}","result":"${filler}"}`,
    `{"result":"${filler}","id":"${id}"}`,
  ];
  for (const line of around('文'.repeat(32) + '\u{1f600}'.repeat(32)))
    expect(idOf(line, 100)).toHaveLength(96);
  for (const line of around('x'.repeat(65))) expect(idOf(line, 100)).toBeUndefined();
});

it('L3 the memory of a line that is too long goes as soon as it is', () => {
  const told: unknown[] = [];
  const sink = { onLine() {}, onOverlong: (ends: LineEnds) => told.push(ends.answeredId()) };
  const start = Buffer.from('{"id":"h1","result":"');
  const reader = new LineReader(sink, start.length);
  reader.push(start);
  reader.push(Buffer.from('x'));
  // Whoever still held it would now read something else.
  start.fill('y');
  reader.push(Buffer.from('"}\n'));
  expect(told).toEqual(['h1']);
});

it('L3 the ring holds the last bytes whatever sizes they came in', () => {
  for (const limitBytes of [4096, 3000]) {
    const ring = new StderrRing(limitBytes);
    let all = '';
    for (let step = 0; step < 300; step += 1) {
      const chunk = String.fromCharCode(97 + (step % 26)).repeat((step * 37) % 500);
      all += chunk;
      ring.push(Buffer.from(chunk));
      expect(ring.last(limitBytes).toString()).toBe(all.slice(-limitBytes));
      expect(ring.last(10).toString()).toBe(all.slice(-10));
    }
    ring.push(Buffer.from(`a${'x'.repeat(9_999)}b`));
    expect(ring.last(10_000).toString()).toBe(`${'x'.repeat(limitBytes - 1)}b`);
  }
});

it('L3 a ring that is filled to the byte has lost nothing, and keeps 64 KiB', () => {
  const ring = new StderrRing();
  ring.push(Buffer.from('a'));
  ring.push(Buffer.from('b'.repeat(64 * 1024 - 1)));
  expect(ring.last(100_000).toString()).toBe(`a${'b'.repeat(64 * 1024 - 1)}`);
  ring.push(Buffer.from('c'));
  expect(ring.last(100_000).toString()).toBe(`${'b'.repeat(64 * 1024 - 1)}c`);
});

/** What a reader of messages tells of these lines, and the reader as it then stands. */
function read(...lines: string[]) {
  const told: unknown[] = [];
  const reader = new MessageReader({
    onMessage: (message) => told.push(message),
    onOversized: (id) => told.push(`oversized ${id}`),
    onNotice: (notice) => told.push(notice),
  });
  reader.push(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return { told, counts: { received: reader.received, noise: reader.noise } };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const noiseNotice = 'stdout carries lines that are no JSON-RPC messages; they are ignored';

it('L3 L8 messages are received, noise is counted and told once, and blank lines are neither', () => {
  expect(read('', ping, ' \t\r', 'hello', ping, '{}', 'null')).toEqual({
    told: [JSON.parse(ping), noiseNotice, JSON.parse(ping)],
    counts: { received: 2, noise: 3 },
  });
});

it('K6 whoever waits for a broken answer learns that it came, and nothing of what it holds', () => {
  const broken = '{"jsonrpc":"2.0","id":"h1","result":4,"error":"no"}';
  expect(read(broken)).toEqual({
    told: [noiseNotice, { jsonrpc: '2.0', id: 'h1' }],
    counts: { received: 0, noise: 1 },
  });
});

it.each([
  ['a broken request', '{"id":"h1","method":5}'],
  ['an answer to a request that is not ours', '{"id":1,"result":4}'],
  ['a list', '[{"id":"h1"}]'],
  ['a text', '"id"'],
])('L3 %s is noise and nothing more', (_, line) => {
  expect(read(line)).toEqual({ told: [noiseNotice], counts: { received: 0, noise: 1 } });
});

it('L3 a message may take 16 MiB; of a longer one is told that it was dropped and whose answer it was', () => {
  const start = '{"jsonrpc":"2.0","id":"h1","result":{"text":"';
  const text = 'x'.repeat(16 * 1024 * 1024 - start.length - 3);
  const longest = read(`${start}${text}"}}`);
  expect(longest).toMatchObject({ told: [{ id: 'h1' }], counts: { received: 1, noise: 0 } });
  expect(read(`${start}${text}x"}}`, 'hello')).toEqual({
    told: ['a line on stdout is longer than 16 MiB; it was dropped', 'oversized h1'],
    counts: { received: 0, noise: 2 },
  });
});

it('L3 a longer one that answers nobody is dropped, and ends nobody else', () => {
  const start = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"';
  expect(read(`${start}${'x'.repeat(16 * 1024 * 1024)}"}}`)).toEqual({
    told: ['a line on stdout is longer than 16 MiB; it was dropped'],
    counts: { received: 0, noise: 1 },
  });
});

/** Whose answer a line is that is dropped at 300 bytes. */
function idOf(line: string, size: number): string | undefined {
  const told: (string | undefined)[] = [];
  const sink = { onLine() {}, onOverlong: (ends: LineEnds) => told.push(ends.answeredId()) };
  pushAll(new LineReader(sink, 300), Buffer.from(`${line}\n`), size);
  expect(told).toHaveLength(1);
  return told[0];
}
