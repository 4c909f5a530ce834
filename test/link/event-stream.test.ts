import { describe, expect, test } from 'vitest';
import { EventStream, EventTooLargeError } from '../../src/link/http/streams/event-stream.ts';

/** What is told of these chunks, and the stream as it then stands. */
function read(...chunks: (string | Buffer)[]) {
  const told: [string, string][] = [];
  const stream = new EventStream(
    (data) => void told.push(['message', data]),
    (type, data) => void told.push([type, data]),
  );
  for (const chunk of chunks) stream.feed(Buffer.from(chunk));
  return { told, stream };
}

const text = 'data: one\n\nevent: sort\nid: 7\ndata: two\ndata:  three\n\n: remark\ndata:four\n\n';
const events = [
  ['message', 'one'],
  ['sort', 'two\n three'],
  ['message', 'four'],
];

describe('L6 events of a stream', () => {
  test.each([
    ['line feeds', '\n'],
    ['carriage returns', '\r'],
    ['both', '\r\n'],
  ])('whose lines end in %s are read, wherever the chunks are cut', (_name, end) => {
    const whole = text.replaceAll('\n', end);
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(read(whole.slice(0, cut), whole.slice(cut)).told).toEqual(events);
    expect(read(...whole).told).toEqual(events);
  });

  test('may end their lines now in one way and now in the other', () => {
    expect(read('data: a\r\n\rdata: b\n\r\ndata: c\r\r').told.map(([, data]) => data)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('may begin with a byte order mark, once', () => {
    expect(read('\uFEFFdata: a\n\n').told).toEqual([['message', 'a']]);
    expect(read('data: a\n\n\uFEFFdata: b\n\n').told).toEqual([['message', 'a']]);
    expect(read('\n\uFEFFdata: a\n\n').told).toEqual([]);
  });

  test('of letters that a chunk cuts in two are whole', () => {
    const whole = Buffer.from('data: größe\n\n');
    expect(read(whole.subarray(0, 9), whole.subarray(9)).told).toEqual([['message', 'größe']]);
  });

  test('of the type message are messages, and others are dropped where nobody takes them', () => {
    expect(read('event: message\ndata: a\n\n').told).toEqual([['message', 'a']]);
    const messages: string[] = [];
    const stream = new EventStream((data) => void messages.push(data));
    stream.feed(Buffer.from('event: other\ndata: a\n\ndata: b\n\n'));
    expect(messages).toEqual(['b']);
  });

  test.each([
    ['no data', 'event: a\n\n'],
    ['empty data', 'data:\n\n'],
    ['a remark', ':data: a\n\n'],
    ['an unknown field', 'dat: a\n\n'],
    ['a field without a value', 'data\n\n'],
    ['no end', 'data: a\n'],
    ['nothing but lines', '\n\n\r\n\r\r'],
  ])('with %s say nothing', (_name, whole) => {
    expect(read(whole).told).toEqual([]);
  });
});

test('L6 a field without a colon is empty, and only one blank after a colon is none of the value', () => {
  expect(read('data\ndata:  b \n\n').told).toEqual([['message', '\n b ']]);
  expect(read('event: a\nevent\ndata: b\n\n').told).toEqual([['message', 'b']]);
});

describe('L6 what a reconnection needs', () => {
  test.each([
    ['id: 7\n\n', '7'],
    ['id: 7\ndata: a\n\n', '7'],
    ['id: 7\n', undefined],
    ['id: 7\n\nid: 8\n', '7'],
    ['id: 7\n\nid: 8\n\n', '8'],
    ['id: 7\n\nid:\n\n', undefined],
    ['id: 7\n\ndata: a\n\n', '7'],
    ['id: 7\n\nid\n\n', undefined],
    ['id: 7\0\n\n', undefined],
    ['ids: 7\n\n', undefined],
  ])('the last id of %j is %j', (whole, expected) => {
    expect(read(whole).stream.lastEventId).toBe(expected);
  });

  test.each([
    ['retry: 250\n', 250],
    ['retry:999999999999999\n', 999_999_999_999_999],
    ['retry: 1234567890123456\n', undefined],
    ['retry: 2s\n', undefined],
    ['retry: -1\n', undefined],
    ['retry:\n', undefined],
    ['retries: 250\n', undefined],
    ['id: 250\n', undefined],
  ])('the wish of %j is %j', (whole, expected) => {
    expect(read(whole).stream.retryMs).toBe(expected);
  });

  test('outlives the response, of which half an event is void', () => {
    const { told, stream } = read('id: 7\nretry: 5\n\nid: 8\nevent: a\ndata: half\nda');
    stream.restart();
    stream.feed(Buffer.from('\uFEFFdata: b\n\n'));
    expect(told).toEqual([['message', 'b']]);
    expect(stream).toMatchObject({ lastEventId: '7', retryMs: 5 });
    stream.feed(Buffer.from('data: ha'));
    stream.restart();
    for (const half of ['data', ': c\n\n']) stream.feed(Buffer.from(half));
    expect(told.slice(1)).toEqual([['message', 'c']]);
    const cut = read('data: a\r');
    cut.stream.restart();
    cut.stream.feed(Buffer.from('\n\uFEFFdata: a\n\nda'));
    cut.stream.feed(Buffer.from('ta: b\n\n'));
    expect(cut.told).toEqual([['message', 'b']]);
  });
});

describe('L3 a line, and an event,', () => {
  const longest = 16 * 1024 * 1024;
  const piece = 'x'.repeat(longest / 4);
  const fed = (...chunks: string[]) => {
    try {
      return read(...chunks).told.length;
    } catch (error) {
      return error;
    }
  };

  test('may be as long as 16 MiB, and no longer', () => {
    const rest = 'x'.repeat(longest / 4 - 'data:'.length);
    expect(fed('data:', piece, piece, piece, rest, '\n\n')).toBe(1);
    const error = fed('data:', piece, piece, piece, `${rest}x`);
    expect(error).toBeInstanceOf(EventTooLargeError);
    expect(error).toMatchObject({
      code: 'EVENT_TOO_LARGE',
      name: 'EventTooLargeError',
      message: 'An event of the stream was larger than 16777216 bytes.',
    });
    const line = `data:${piece}\n`;
    expect(fed(line, line, line, line, '\n')).toBe(1);
    expect(fed(line, line, line, line, 'data:x\n')).toBeInstanceOf(EventTooLargeError);
    expect(fed(line, line, '\n', line, line, '\n', line, '\n')).toBe(3);
  });
});
