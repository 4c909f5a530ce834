import type { ServerResponse } from 'node:http';
import { EventStream } from '../../loopback/event-stream.ts';
import { sendText } from '../../loopback/private-reply.ts';
import type { StatelyMessage } from '../stately-messages.ts';
import { Standings } from './standings.ts';

/** Each is told of every event, so there may be a few and not a crowd. */
const MOST_PAGES = 16;

/** Hands what the viewers are to be told to the pages that hold one. */
export class Feed {
  readonly #pages = new Set<EventStream>();
  readonly #standings = new Standings();

  tell(message: StatelyMessage): void {
    const text = JSON.stringify(message);
    this.#standings.note(message, text);
    for (const page of this.#pages) page.send(text);
  }

  /** A page that comes late, or again, is told first where every actor stands. */
  open(response: ServerResponse): void {
    if (this.#pages.size >= MOST_PAGES)
      return sendText(response, 503, 'Too many pages look at this already.');
    const page = new EventStream(response, () => this.#pages.delete(page));
    this.#pages.add(page);
    for (const text of this.#standings.all()) page.send(text);
  }

  end(): void {
    for (const page of [...this.#pages]) page.end();
  }
}
