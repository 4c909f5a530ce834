import type { StatelyMessage } from '../stately-messages.ts';

/** Of what is over, this much is kept to look at; a fleet that lives long ends many actors. */
const MOST_ENDED = 100;

interface Standing {
  readonly introduction: string;
  readonly snapshot?: string;
}

/**
 * The introduction and the last snapshot of each actor: all that a viewer needs to go on from now,
 * however many events there have been. It grows with the actors and not with what they do.
 */
export class Standings {
  readonly #actors = new Map<string, Standing>();
  /** Those that are over, the oldest first. */
  readonly #ended = new Set<string>();

  note(message: StatelyMessage, text: string): void {
    const { sessionId } = message;
    if (message.type === '@xstate.actor') this.#actors.set(sessionId, { introduction: text });
    if (message.type !== '@xstate.snapshot') return;
    const standing = this.#actors.get(sessionId);
    if (standing === undefined) return;
    this.#actors.set(sessionId, { ...standing, snapshot: text });
    if (message.snapshot.status !== 'active') this.#end(message);
  }

  /** In the order in which they came, so that a parent is known before its children. */
  *all(): Iterable<string> {
    for (const { introduction, snapshot } of this.#actors.values()) {
      yield introduction;
      if (snapshot !== undefined) yield snapshot;
    }
  }

  /** A server goes through many links, so that an ended one is no longer of interest. */
  #end({ sessionId, rootId }: StatelyMessage): void {
    if (sessionId !== rootId) {
      this.#actors.delete(sessionId);
      return;
    }
    this.#ended.add(sessionId);
    const [oldest] = this.#ended;
    if (this.#ended.size <= MOST_ENDED || oldest === undefined) return;
    this.#ended.delete(oldest);
    this.#actors.delete(oldest);
  }
}
