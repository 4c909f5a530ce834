import type { ExchangeFault } from './channel.ts';

/** Progress of a running request, as the server reports it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** How a request ended. Every exchange ends in exactly one of these. */
export type Answer =
  | { readonly kind: 'result'; readonly result: Record<string, unknown> }
  /** A well-formed JSON-RPC error from the server. */
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
    }
  | (ExchangeFault & { readonly message: string })
  /** The caller ended it through `cancel`; `unsent` if nothing of it had gone out by then. */
  | { readonly kind: 'cancelled'; readonly unsent?: true };

/** One request under way. */
export interface Exchange {
  /** Never rejects. */
  readonly answer: Promise<Answer>;
  /** Tells the server, ends the HTTP exchange, and settles the answer as cancelled (K9). */
  cancel(reason: string): void;
}

/** An established session, as calls see it: a way to ask, and nothing of how it is kept alive. */
export interface Session {
  request(
    method: string,
    params: Record<string, unknown>,
    onProgress?: (progress: Progress) => void,
  ): Exchange;
  /** Messages received so far; unchanged during a call means that the link was idle (B2). */
  readonly received: number;
  /** When the server last had to wait for an answer of the host; now, if it does (K1, T7). */
  readonly hostBusyAt?: number | undefined;
  /** Reports `link.proven`, once per session (K10). Further calls cost nothing. */
  prove(): void;
  /** Starts a keepalive check that is never skipped (K9). */
  check(): void;
}
