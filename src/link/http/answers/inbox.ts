import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { answeredId, isJsonRpc } from '../../json-rpc.ts';

/** Takes what a server sent and hands on what is JSON-RPC, in an order that the SDK can bear. */
export class Inbox {
  /** Well-formed messages so far (L8). */
  received = 0;
  readonly #onmessage: (message: JSONRPCMessage) => void;
  readonly #onanswered: (id: RequestId) => void;
  #justNotified = false;

  constructor(onmessage: (message: JSONRPCMessage) => void, onanswered: (id: RequestId) => void) {
    this.#onmessage = onmessage;
    this.#onanswered = onanswered;
  }

  /** False if `value` is no JSON-RPC. */
  take(value: unknown): boolean {
    if (!isJsonRpc(value)) return false;
    this.received += 1;
    const id = answeredId(value);
    if (id === undefined) {
      this.#onmessage(value);
      this.#noteNotified();
      return true;
    }
    // The SDK takes a notification one microtask late, but an answer at once: an answer would
    // overtake the progress that came with it, and the progress be lost.
    if (this.#justNotified) queueMicrotask(() => this.#onmessage(value));
    else this.#onmessage(value);
    this.#onanswered(id);
    return true;
  }

  #noteNotified(): void {
    if (this.#justNotified) return;
    this.#justNotified = true;
    queueMicrotask(() => {
      this.#justNotified = false;
    });
  }
}
