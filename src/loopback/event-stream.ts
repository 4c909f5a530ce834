import type { ServerResponse } from 'node:http';
import { privately } from './private-reply.ts';

/** A page that has this much unread is not reading; it gets a fresh start when it asks again. */
const MOST_UNREAD_BYTES = 16 * 1024 * 1024;

/** How soon a page that lost the stream asks again. */
const RETRY_MS = 1_000;

/** One page's Server-Sent Events. */
export class EventStream {
  readonly #response: ServerResponse;

  /** @param ended called once, whoever ends it. */
  constructor(response: ServerResponse, ended: () => void) {
    this.#response = response;
    response.writeHead(200, { ...privately, 'content-type': 'text/event-stream' });
    response.write(`retry: ${RETRY_MS}\n\n`);
    response.once('close', ended);
    response.on('error', () => response.destroy());
  }

  /** What is not read yet: a slow page gets fewer, larger frames instead of a longer line of them. */
  get isBehind(): boolean {
    return this.#response.writableNeedDrain;
  }

  /**
   * @param data one line, as JSON is.
   * @param id what the page is to go on from if the stream breaks.
   */
  send(data: string, id?: number): void {
    if (this.#response.writableLength > MOST_UNREAD_BYTES) this.end();
    else this.#response.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`);
  }

  end(): void {
    this.#response.destroy();
  }
}
