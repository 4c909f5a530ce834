import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../../is-object.ts';
import { isJsonRpc, parseJson } from '../../json-rpc.ts';
import type { LineEnds } from './line-ends.ts';
import { LineReader } from './line-reader.ts';

/** L3: longest line that is put together. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

export interface MessageSink {
  onMessage(message: JSONRPCMessage): void;
  /** L3: an answer to this request was too long to be read. */
  onOversized(id: RequestId): void;
  onNotice(notice: string): void;
}

/** Turns stdout into messages. Anything else on it is counted, reported once, and never fatal (L3). */
export class MessageReader {
  received = 0;
  noise = 0;
  readonly #sink: MessageSink;
  readonly #lines: LineReader;

  constructor(sink: MessageSink) {
    this.#sink = sink;
    this.#lines = new LineReader(
      {
        onLine: (line) => this.#read(line),
        onOverlong: (ends) => this.#passOver(ends),
      },
      LINE_BYTES_MAX,
    );
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  #read(line: string): void {
    const message = parseJson(line);
    if (isJsonRpc(message)) {
      this.received += 1;
      this.#sink.onMessage(message);
    } else if (line.trim() !== '') {
      this.#countNoise('stdout carries lines that are no JSON-RPC messages; they are ignored');
      this.#passOnBroken(message);
    }
  }

  #passOver(ends: LineEnds): void {
    this.#countNoise('a line on stdout is longer than 16 MiB; it was dropped');
    const id = ends.answeredId();
    if (id !== undefined) this.#sink.onOversized(id);
  }

  /** K6: whoever waits for it learns that it came and is none; it does not count as received. */
  #passOnBroken(answer: unknown): void {
    if (!isObject(answer) || 'method' in answer || typeof answer['id'] !== 'string') return;
    // Neither result nor error: what the two held is not to be trusted.
    this.#sink.onMessage({ jsonrpc: '2.0', id: answer['id'] } as JSONRPCMessage);
  }

  #countNoise(notice: string): void {
    this.noise += 1;
    if (this.noise === 1) this.#sink.onNotice(notice);
  }
}
