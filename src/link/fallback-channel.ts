import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import {
  ExchangeError,
  silentObserver,
  type Channel,
  type ChannelEnd,
  type ChannelFacts,
} from './channel.ts';
import { errorOfBoth } from './fallback-error.ts';

export interface FallbackOptions {
  /** Streamable HTTP. */
  readonly first: Channel;
  /** Makes the legacy SSE channel, if it comes to that. */
  readonly second: () => Channel;
  /** Told once one of them has brought the answer to the handshake. */
  readonly onworked: (transport: ChannelFacts['transport']) => void;
}

/** Statuses with which a server that knows only legacy SSE refuses the handshake (L7). */
const statusesToFallBackOn = new Set([400, 404, 405]);

/**
 * L7: Streamable HTTP first, and legacy SSE in the same attempt if the server refuses the first
 * message the way a legacy one does. Whatever else goes wrong is no reason to try another transport.
 */
export function createFallbackChannel(options: FallbackOptions): Channel {
  return new FallbackChannel(options);
}

class FallbackChannel implements Channel {
  onmessage: Transport['onmessage'];
  onclose: Transport['onclose'];
  onerror: Transport['onerror'];
  observer = silentObserver;
  readonly #options: FallbackOptions;
  #current: Channel;
  #ending = false;

  constructor(options: FallbackOptions) {
    this.#options = options;
    this.#current = options.first;
  }

  get received(): number {
    return this.#current.received;
  }

  get sessionId(): string | undefined {
    return this.#current.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#current.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    this.#listenTo(this.#current);
    return this.#current.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const isGreeting = 'method' in message && message.method === 'initialize';
    return isGreeting ? this.#greet(message) : this.#current.send(message);
  }

  secrets(): readonly string[] {
    return this.#current.secrets?.() ?? [];
  }

  abandon(id: RequestId): boolean {
    return this.#current.abandon(id);
  }

  quiet(): Promise<void> {
    return this.#current.quiet();
  }

  async end(options?: { readonly force?: boolean }): Promise<ChannelEnd> {
    this.#ending = true;
    const ends = [this.#current.end(options), this.#options.first.end(options)] as const;
    const [end] = await Promise.all(ends);
    return end;
  }

  async close(): Promise<void> {
    await this.end();
  }

  facts(): ChannelFacts {
    return this.#current.facts();
  }

  async #greet(message: JSONRPCMessage): Promise<void> {
    try {
      await this.#current.send(message);
    } catch (error) {
      if (!isLegacyRefusal(error) || this.#ending) throw error;
      await this.#greetSecond(message, error);
    }
    this.#options.onworked(this.#current.facts().transport);
  }

  async #greetSecond(message: JSONRPCMessage, refusal: ExchangeError): Promise<void> {
    const { first, second } = this.#options;
    this.#current = second();
    this.#listenTo(this.#current);
    try {
      // S4: begun before anything is awaited, so that an end that comes now finds the second one.
      const started = this.#current.start();
      await Promise.all([first.end(), started]);
      await this.#current.send(message);
    } catch (error) {
      throw errorOfBoth(refusal, error);
    }
  }

  #listenTo(channel: Channel): void {
    channel.observer = {
      onlost: (loss) => this.observer.onlost(loss),
      onsuspect: () => this.observer.onsuspect(),
      onnotice: (notice) => this.observer.onnotice(notice),
    };
    channel.onmessage = (message, extra) => this.onmessage?.(message, extra);
    channel.onerror = (error) => this.onerror?.(error);
    // The end of the first one is not the end of this channel.
    channel.onclose = () => {
      if (channel === this.#current) this.onclose?.();
    };
  }
}

function isLegacyRefusal(error: unknown): error is ExchangeError {
  return (
    error instanceof ExchangeError &&
    error.fault.kind === 'status' &&
    statusesToFallBackOn.has(error.fault.status)
  );
}
