import { describe, expect, test } from 'vitest';
import { EventStream, EventTooLargeError } from '../../src/link/http/streams/event-stream.ts';
import { faultOf, isPermanent, networkCode } from '../../src/link/http/requests/network-errors.ts';
import { backoffDelayMs, Pace, retryDelayMs } from '../../src/link/http/streams/reopen-delay.ts';

/** Feeds `text` in pieces of `size` bytes. */
function read(text: string, size: number): { events: string[]; stream: EventStream } {
  const events: string[] = [];
  const stream = new EventStream((data) => events.push(data));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) stream.feed(bytes.subarray(at, at + size));
  return { events, stream };
}

describe('server-sent events', () => {
  test.each([1, 2, 3, 7, 1_000])('are read whatever pieces they come in (%d bytes)', (size) => {
    const text =
      '\uFEFF: hello\r\nid: 7\r\nretry: 400\r\ndata: ä\r\ndata:b\r\n\r\nevent: ping\ndata: x\n\n' +
      'event: message\rdata: c\r\rid: 9\ndata\n\nid: 10\ndata: never finished\n';
    const { events, stream } = read(text, size);
    expect(events).toEqual(['ä\nb', 'c']);
    expect(stream.lastEventId).toBe('9');
    expect(stream.retryMs).toBe(400);
  });

  test('half an event is void after a reconnection, and does not move the cursor', () => {
    const { events, stream } = read('id: 1\ndata: a\n\nid: 2\ndata: b', 5);
    stream.restart();
    stream.feed(Buffer.from('data: c\n\n'));
    expect(events).toEqual(['a', 'c']);
    expect(stream.lastEventId).toBe('1');
  });

  test('L3 a line is bounded', () => {
    const stream = new EventStream(() => undefined);
    const piece = Buffer.alloc(1024 * 1024, 'x');
    const feed = () => {
      for (let times = 0; times < 17; times += 1) stream.feed(piece);
    };
    expect(feed).toThrow(EventTooLargeError);
  });

  test('L3 reading is linear in the size of an event', () => {
    // A reader that goes over what it has with each of the 61,440 pieces would go over 480 GB.
    const data = 'y'.repeat(15 * 1024 * 1024);
    expect(read(`data: ${data}\n\n`, 256).events).toEqual([data]);
  });

  test.each([
    ['line feeds', '\ndata: a\n', ''],
    ['carriage returns', '\rdata: a\r', ''],
    ['line feeds but for the last', '\ndata: a\n', ':\r:'],
    ['carriage returns but for the last', '\rdata: a\r', ':\n:'],
    ['now these and now those', 'data: a\n\r', ''],
  ])('L3 of many lines that end in %s no byte is searched again', (_name, lines, last) => {
    const chunk = Buffer.from(lines.repeat(1_000) + last);
    const search = chunk.indexOf.bind(chunk);
    let searchedBytes = 0;
    const indexOf = (byte: number, from: number) => {
      const found = search(byte, from);
      searchedBytes += (found === -1 ? chunk.length : found + 1) - from;
      return found;
    };
    new EventStream(() => undefined).feed(Object.assign(chunk, { indexOf }));
    // Once for each of the two ends that a line may have.
    expect(searchedBytes).toBe(2 * chunk.length);
  });
});

describe('E2 network errors are read from fields', () => {
  const withCode = (code: string, rest: object = {}) =>
    Object.assign(new Error('secret text'), { code, ...rest });

  test('the most telling code wins, however deep', () => {
    const cause = new AggregateError([withCode('ENETUNREACH'), withCode('EHOSTUNREACH')]);
    expect(networkCode(withCode('UND_ERR_SOCKET', { cause }))).toBe('ENETUNREACH');
    expect(networkCode(withCode('UND_ERR_SOCKET'))).toBe('UND_ERR_SOCKET');
    expect(networkCode('nonsense')).toBe('NETWORK');
  });

  test('an error that is its own cause is no trap', () => {
    const error = withCode('UND_ERR_SOCKET');
    error.cause = error;
    expect(networkCode(error)).toBe('UND_ERR_SOCKET');
  });

  test('K6 a write that failed at once sent nothing', () => {
    expect(faultOf(withCode('EPIPE'), true, 200).kind).toBe('notSent');
    expect(faultOf(withCode('EPIPE'), true, 1_000_000).kind).toBe('cut');
    expect(faultOf(withCode('ECONNRESET'), true, 200).kind).toBe('cut');
  });

  test.each([
    ['CERT_HAS_EXPIRED', true],
    ['ERR_TLS_CERT_ALTNAME_INVALID', true],
    ['ENOTFOUND', false],
    ['ECONNREFUSED', false],
  ])('%s is permanent: %s', (code, permanent) => {
    expect(isPermanent(code)).toBe(permanent);
  });
});

describe('L6 d delays', () => {
  test.each([
    [undefined, 1_000],
    [0, 250],
    [500, 500],
    [3_600_000, 60_000],
  ])('a retry of %s means %s ms', (retryMs, delayMs) => {
    expect(retryDelayMs(retryMs)).toBe(delayMs);
  });

  test('R11 backoff doubles and never exceeds a minute', () => {
    const delays = [0, 1, 2, 6, 1_000].map((failures) => backoffDelayMs(undefined, failures));
    expect(delays).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  });

  test('the pace allows a burst of three, and then one a second', () => {
    let now = 0;
    const pace = new Pace({ now: () => now, setTimeout: () => 0, clearTimeout: () => undefined });
    expect([1, 2, 3, 4, 5].map(() => pace.takeMs())).toEqual([0, 0, 0, 1_000, 2_000]);
    now = 60_000;
    expect(pace.takeMs()).toBe(0);
  });

  test('the pace gives a turn back with every second, and part of one with part of a second', () => {
    let now = 5_000;
    const pace = new Pace({ now: () => now, setTimeout: () => 0, clearTimeout: () => undefined });
    const take = (times: number) => Array.from({ length: times }, () => pace.takeMs());
    expect(take(3)).toEqual([0, 0, 0]);
    now += 250;
    expect(take(1)).toEqual([750]);
    now += 1_750;
    expect(take(2)).toEqual([0, 1_000]);
    now += 60_000;
    expect(take(4)).toEqual([0, 0, 0, 1_000]);
  });
});
