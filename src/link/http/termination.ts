import type { Conversation } from './conversation.ts';
import type { HttpRequest, ResponseReader } from './requests/http-request.ts';

/** Ends the session at the server (S2). Whatever it answers, or nothing in time, is an end. */
export class Termination implements ResponseReader {
  readonly done: Promise<void>;
  readonly #conversation: Conversation;
  readonly #request: HttpRequest | undefined;
  readonly #timer: unknown;
  #resolve: () => void = () => undefined;

  constructor(conversation: Conversation, boundMs: number) {
    this.#conversation = conversation;
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = conversation.clock.setTimeout(() => this.stop(), boundMs);
    this.#request = conversation.delete(this);
  }

  /** Waits no longer. */
  stop(): void {
    this.#conversation.clock.clearTimeout(this.#timer);
    this.#request?.abort();
    this.#resolve();
  }

  accepts(): boolean {
    return true;
  }

  onhead(): void {
    this.stop();
  }

  ondata(): void {}

  onend(): void {
    this.stop();
  }

  onrefused(): void {
    this.stop();
  }

  onfail(): void {
    this.stop();
  }
}
