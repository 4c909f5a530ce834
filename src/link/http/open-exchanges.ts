import type { RequestId } from '@modelcontextprotocol/sdk/types.js';

/** One request on its way to its answer. */
export interface OpenExchange {
  start(): void;
  /** The answer was delivered. */
  answered(): void;
  /** Nobody waits for the answer any more. True if nothing of the request had gone out. */
  abandon(code: string): boolean;
}

/** The requests of one channel that have no answer yet. */
export class OpenExchanges {
  readonly #exchanges = new Map<string, OpenExchange>();
  #quietWaiters: (() => void)[] = [];

  /** Starts the exchange that `begin` makes; settles as it tells. */
  run(id: RequestId, begin: (onsettled: (error?: Error) => void) => OpenExchange): Promise<void> {
    const key = String(id);
    return new Promise((resolve, reject) => {
      const exchange = begin((error) => {
        this.#exchanges.delete(key);
        if (this.#exchanges.size === 0) this.#settleQuiet();
        if (error === undefined) resolve();
        else reject(error);
      });
      this.#exchanges.set(key, exchange);
      exchange.start();
    });
  }

  answered(id: RequestId): void {
    this.#exchanges.get(String(id))?.answered();
  }

  abandon(id: RequestId): boolean {
    return this.#exchanges.get(String(id))?.abandon('ABANDONED') ?? false;
  }

  abandonAll(code: string): void {
    for (const exchange of this.#exchanges.values()) exchange.abandon(code);
  }

  /** Settles when none is left (K8). */
  quiet(): Promise<void> {
    if (this.#exchanges.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#quietWaiters.push(resolve));
  }

  #settleQuiet(): void {
    const waiters = this.#quietWaiters;
    this.#quietWaiters = [];
    for (const settle of waiters) settle();
  }
}
