import type { Clock } from '../../clock.ts';
import { rpcCodes } from '../rpc-codes.ts';
import type { Progress } from '../session.ts';
import { reportFault } from '../tell-listener.ts';
import type { RequestContext } from './client-options.ts';
import { HandlerError, intendedError } from './handler-error.ts';

/** What the SDK hands to the handler of a server's request, as far as it matters here. */
export interface Asking {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  readonly sendNotification: (notification: ProgressNotification) => Promise<void>;
}

interface ProgressNotification {
  method: 'notifications/progress';
  params: Progress & { progressToken: string | number };
}

/** What a handler came to. A fault makes the value useless. */
export interface HandlerAnswer<Value> {
  readonly value: Value;
  readonly fault: string | undefined;
}

/** E5: a server that asks without end must not fill the host with what it asked. */
const HANDLER_LIMIT = 64;

/** The host's handlers that run for one session (T7). What they throw harms nothing else. */
export class RunningHandlers {
  readonly #server: string;
  readonly #clock: Clock;
  readonly #notice: (notice: string) => void;
  readonly #running = new Set<AbortController>();
  #lastBusyAt: number | undefined;
  #isOver = false;

  constructor(options: {
    readonly server: string;
    readonly clock: Clock;
    readonly notice: (notice: string) => void;
  }) {
    this.#server = options.server;
    this.#clock = options.clock;
    this.#notice = options.notice;
  }

  get busyAt(): number | undefined {
    return this.#running.size > 0 ? this.#clock.now() : this.#lastBusyAt;
  }

  /** @throws HandlerError, which is what the server is told. */
  async run<Value>(
    name: string,
    asking: Asking,
    handler: (context: RequestContext) => Promise<HandlerAnswer<Value>>,
  ): Promise<Value> {
    if (this.#running.size >= HANDLER_LIMIT)
      throw new HandlerError(
        rpcCodes.busy,
        'the client answers as many requests as it can at once',
      );
    const controller = new AbortController();
    const abort = () => this.#abort(controller);
    asking.signal.addEventListener('abort', abort, { once: true });
    this.#running.add(controller);
    if (this.#isOver || asking.signal.aborted) abort();
    try {
      const { value, fault } = await handler(this.#contextOf(controller.signal, asking));
      if (fault !== undefined) throw new Error(`the answer cannot be used: ${fault}`);
      return value;
    } catch (error) {
      throw this.#told(name, error, controller.signal.aborted);
    } finally {
      asking.signal.removeEventListener('abort', abort);
      this.#leave(controller);
    }
  }

  /** For what wants no answer. */
  tell(name: string, handler: () => void): void {
    if (this.#isOver) return;
    try {
      handler();
    } catch (error) {
      this.#report(name, error);
    }
  }

  abortAll(): void {
    this.#isOver = true;
    for (const controller of [...this.#running]) this.#abort(controller);
  }

  #abort(controller: AbortController): void {
    // One that does not heed its signal keeps nobody waiting either.
    this.#leave(controller);
    controller.abort();
  }

  #leave(controller: AbortController): void {
    if (this.#running.delete(controller)) this.#lastBusyAt = this.#clock.now();
  }

  #contextOf(signal: AbortSignal, { _meta, sendNotification }: Asking): RequestContext {
    const progressToken = _meta?.progressToken;
    return {
      server: this.#server,
      signal,
      progress: (progress) => {
        if (progressToken === undefined || signal.aborted) return;
        const params = { ...progress, progressToken };
        // A courtesy to the server; if it cannot be had, the session's end tells more.
        void sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
      },
    };
  }

  #told(name: string, error: unknown, isAborted: boolean): HandlerError {
    const intended = intendedError(error);
    if (intended !== undefined) return intended;
    // Once aborted, throwing is what a handler is asked to do.
    if (!isAborted) this.#report(name, error);
    return new HandlerError(rpcCodes.internal, 'the client could not answer');
  }

  #report(name: string, error: unknown): void {
    this.#notice(`the host's ${name} failed`);
    reportFault(error, { server: this.#server, handler: name });
  }
}
