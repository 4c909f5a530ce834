const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const LONGEST_LINE_BYTES = 16 * 1024 * 1024;

/** A line or an event of a stream was longer than 16 MiB (L3). */
export class EventTooLargeError extends Error {
  readonly code = 'EVENT_TOO_LARGE';
  constructor() {
    super(`An event of the stream was larger than ${LONGEST_LINE_BYTES} bytes.`);
    this.name = 'EventTooLargeError';
  }
}

/**
 * Reads server-sent events, in time linear in their size. What a reconnection needs, the last
 * event id and the server's `retry`, outlives the response that gave it.
 */
export class EventStream {
  /** The id of the last whole event (L6), if the server gives ids. */
  lastEventId: string | undefined;
  /** The server's wish, unbounded as it came. Milliseconds. */
  retryMs: number | undefined;
  readonly #onmessage: (data: string) => void;
  readonly #onother: ((type: string, data: string) => void) | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #skipsLineFeed = false;
  #isFirstLine = true;
  #data: string | undefined;
  #dataLength = 0;
  #type = '';
  #id: string | undefined;

  /**
   * @param onmessage takes events of the type `message`, which is also that of events without one
   * @param onother takes all others; without it they are dropped
   */
  constructor(onmessage: (data: string) => void, onother?: (type: string, data: string) => void) {
    this.#onmessage = onmessage;
    this.#onother = onother;
  }

  /** Takes what arrived. @throws EventTooLargeError */
  feed(chunk: Buffer): void {
    let start = this.#skipsLineFeed && chunk[0] === LINE_FEED ? 1 : 0;
    this.#skipsLineFeed = false;
    let lineFeed = chunk.indexOf(LINE_FEED, start);
    let carriageReturn = chunk.indexOf(CARRIAGE_RETURN, start);
    for (;;) {
      const end = earlier(lineFeed, carriageReturn);
      if (end === -1) break;
      this.#endLine(chunk.subarray(start, end));
      start = end + 1;
      if (chunk[end] === CARRIAGE_RETURN) {
        if (start === chunk.length) this.#skipsLineFeed = true;
        else if (chunk[start] === LINE_FEED) start += 1;
      }
      // Each search goes on from where it stood, or many short lines would cost a scan each.
      if (lineFeed !== -1 && lineFeed < start) lineFeed = chunk.indexOf(LINE_FEED, start);
      if (carriageReturn !== -1 && carriageReturn < start)
        carriageReturn = chunk.indexOf(CARRIAGE_RETURN, start);
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  /** A new response carries the stream on; half an event of the old one is void. */
  restart(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#skipsLineFeed = false;
    this.#isFirstLine = true;
    this.#clearEvent();
  }

  #keep(rest: Buffer): void {
    this.#pendingBytes += rest.length;
    if (this.#pendingBytes > LONGEST_LINE_BYTES) throw new EventTooLargeError();
    this.#pending.push(rest);
  }

  #endLine(tail: Buffer): void {
    let line: string;
    if (this.#pendingBytes === 0) line = tail.toString('utf8');
    else {
      this.#keep(tail);
      line = Buffer.concat(this.#pending).toString('utf8');
      this.#pending = [];
      this.#pendingBytes = 0;
    }
    if (this.#isFirstLine) {
      this.#isFirstLine = false;
      if (line.startsWith('\uFEFF')) line = line.slice(1);
    }
    if (line === '') this.#dispatch();
    else this.#takeField(line);
  }

  #takeField(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') this.#takeData(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,15}$/.test(value)) this.retryMs = Number(value);
  }

  #takeData(value: string): void {
    this.#dataLength += value.length;
    if (this.#dataLength > LONGEST_LINE_BYTES) throw new EventTooLargeError();
    this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
  }

  #dispatch(): void {
    const [data, type] = [this.#data, this.#type];
    // Only a whole event moves the cursor, or a resumption would skip the half one.
    if (this.#id !== undefined) this.lastEventId = this.#id === '' ? undefined : this.#id;
    this.#clearEvent();
    // An event with an id and no data only primes the resumption.
    if (!data) return;
    if (type === '' || type === 'message') this.#onmessage(data);
    else this.#onother?.(type, data);
  }

  #clearEvent(): void {
    this.#data = undefined;
    this.#dataLength = 0;
    this.#type = '';
    this.#id = undefined;
  }
}

function earlier(one: number, other: number): number {
  if (one === -1) return other;
  return other === -1 ? one : Math.min(one, other);
}
