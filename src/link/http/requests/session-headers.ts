import type { IncomingHttpHeaders } from 'node:http';

const OWN_HEADERS = new Set([
  'accept',
  'connection',
  'content-length',
  'content-type',
  'host',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'transfer-encoding',
]);

/** The headers of every request of one session, as a flat list of names and values. */
export class SessionHeaders {
  readonly #configured: readonly string[];
  #sessionId: string | undefined;
  #version: string | undefined;
  #common: readonly string[];
  #post: readonly string[];

  /** @param configured the user's headers; those the protocol owns are left out */
  constructor(configured: Readonly<Record<string, string>>) {
    this.#configured = Object.entries(configured)
      .filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))
      .flat();
    this.#common = this.#configured;
    this.#post = this.#withPost();
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** Takes the session that the answer to `initialize` opened. */
  adopt(headers: IncomingHttpHeaders): void {
    const id = headers['mcp-session-id'];
    // An id that no header may carry could only break every later request.
    if (typeof id !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(id)) return;
    this.#sessionId = id;
    this.#rebuild();
  }

  setVersion(version: string): void {
    this.#version = version;
    this.#rebuild();
  }

  forPost(): readonly string[] {
    return this.#post;
  }

  forGet(lastEventId: string | undefined): readonly string[] {
    const cursor = lastEventId === undefined ? [] : ['last-event-id', lastEventId];
    return [...this.#common, 'accept', 'text/event-stream', ...cursor];
  }

  forDelete(): readonly string[] {
    return this.#common;
  }

  // Built when something changes, because each call would pay for it.
  #rebuild(): void {
    this.#common = [
      ...this.#configured,
      ...(this.#sessionId === undefined ? [] : ['mcp-session-id', this.#sessionId]),
      ...(this.#version === undefined ? [] : ['mcp-protocol-version', this.#version]),
    ];
    this.#post = this.#withPost();
  }

  #withPost(): readonly string[] {
    return [
      ...this.#common,
      'content-type',
      'application/json',
      'accept',
      'application/json, text/event-stream',
    ];
  }
}
