import type { CallOptions } from '../call/call-options.ts';
import type { Clock } from '../clock.ts';
import type { LinkSession } from '../link/link-session.ts';
import { SIDE_LIST_MS } from '../link/read-lists.ts';
import { tellListener } from '../link/tell-listener.ts';

/** A resource that was subscribed to has changed; `uri` may be of a part of it. Untrusted. */
export interface ResourceUpdate {
  readonly server: string;
  readonly uri: string;
}

/** Told of each change of a resource that was subscribed to (T6). */
export type ResourceListener = (update: ResourceUpdate) => void;

/** Ends a subscription; settles once the server has been told, if it can be. Never rejects. */
export type Unsubscribe = () => Promise<void>;

export interface SubscriptionsOptions {
  readonly server: string;
  readonly clock: Clock;
  /** Goes through the caller side. */
  readonly ask: (
    method: 'resources/subscribe' | 'resources/unsubscribe',
    uri: string,
    options?: CallOptions,
  ) => Promise<unknown>;
  readonly notice: (notice: string) => void;
}

/** Who wants to hear of which resource of one server, over all of its sessions (T6). */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #topics = new Map<string, Topic>();
  /** Being ended; whoever subscribes to it anew waits, so that the two cannot overtake each other. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** How many resources are subscribed to. */
  get size(): number {
    return this.#topics.size;
  }

  /** @throws HoldfastError if the server cannot be asked, or refuses; then nobody listens. */
  async add(uri: string, listener: ResourceListener, options?: CallOptions): Promise<Unsubscribe> {
    await this.#leaving.get(uri);
    const topic = this.#topics.get(uri) ?? { listeners: new Set() };
    this.#topics.set(uri, topic);
    // The same function may be given twice, and each time counts.
    const entry = { listener };
    topic.listeners.add(entry);
    try {
      await this.#ask(topic, uri, options);
    } catch (error) {
      topic.listeners.delete(entry);
      if (topic.listeners.size === 0 && this.#topics.get(uri) === topic) this.#topics.delete(uri);
      throw error;
    }
    return () => this.#remove(uri, topic, entry);
  }

  /** A new session knows of none of them. Never rejects, and holds nobody up for long. */
  async renew(session: LinkSession): Promise<void> {
    if (this.#topics.size === 0) return;
    if (!session.canSubscribe) {
      this.#options.notice('the server no longer takes subscriptions');
      return;
    }
    await Promise.all([...this.#topics.keys()].map((uri) => this.#renewOne(session, uri)));
  }

  updated(uri: string): void {
    const { server } = this.#options;
    for (const [subscribed, { listeners }] of [...this.#topics])
      if (isWithin(uri, subscribed))
        for (const { listener } of [...listeners]) tellListener(listener, { server, uri });
  }

  /** Asks once for all who want to listen. */
  async #ask(topic: Topic, uri: string, options: CallOptions | undefined): Promise<void> {
    while (topic.asked !== undefined) {
      const shared = topic.asked;
      if (await succeeds(shared)) return;
      // What ended another's request, such as its own signal, says nothing of this one.
      if (topic.asked === shared) topic.asked = undefined;
    }
    topic.asked = this.#options.ask('resources/subscribe', uri, options);
    await topic.asked;
  }

  async #renewOne(session: LinkSession, uri: string): Promise<void> {
    const { clock, notice } = this.#options;
    const exchange = session.request('resources/subscribe', { uri });
    const giveUp = () => exchange.cancel('The subscription took too long.');
    const timer = clock.setTimeout(giveUp, SIDE_LIST_MS);
    const { kind } = await exchange.answer;
    clock.clearTimeout(timer);
    if (kind !== 'result') notice(`the subscription to ${uri} could not be renewed`);
  }

  async #remove(uri: string, topic: Topic, entry: Entry): Promise<void> {
    if (!topic.listeners.delete(entry) || topic.listeners.size > 0) return this.#leaving.get(uri);
    this.#topics.delete(uri);
    // A server that cannot be reached now has forgotten it by the time that it can.
    const left = this.#options
      .ask('resources/unsubscribe', uri, { waitForReadyMs: 0, timeoutMs: SIDE_LIST_MS })
      .then(noted, noted)
      .then(() => void this.#leaving.delete(uri));
    this.#leaving.set(uri, left);
    return left;
  }
}

/** One resource with all who listen to it. */
interface Topic {
  readonly listeners: Set<Entry>;
  /** The last subscription that was asked for, which later listeners share if it succeeds. */
  asked?: Promise<unknown> | undefined;
}

interface Entry {
  readonly listener: ResourceListener;
}

/** A server may tell of a part of what was subscribed to. */
function isWithin(uri: string, subscribed: string): boolean {
  if (uri === subscribed) return true;
  return uri.startsWith(subscribed.endsWith('/') ? subscribed : `${subscribed}/`);
}

function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}

function noted(): void {}
