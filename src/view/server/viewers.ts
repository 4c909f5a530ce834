import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { EventStream } from '../../loopback/event-stream.ts';
import { sendText } from '../../loopback/private-reply.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { FleetWatch } from './fleet-watch.ts';

export interface Viewed {
  readonly supervisor: Supervisor;
  readonly title: string;
  readonly clock: Clock;
}

/** Each is told of every event, so there may be a few and not a crowd. */
const MOST_VIEWERS = 16;

/** The pages that look at the fleet right now. */
export class Viewers {
  readonly #viewed: Viewed;
  readonly #streams = new Set<EventStream>();

  constructor(viewed: Viewed) {
    this.#viewed = viewed;
  }

  /** @param asked `server`: the one to look at; `after`: the last entry that the page knows. */
  open(request: IncomingMessage, response: ServerResponse, asked: URLSearchParams): void {
    if (this.#streams.size >= MOST_VIEWERS)
      return sendText(response, 503, 'Too many pages look at this fleet already.');
    const stream = new EventStream(response, () => {
      watch.end();
      this.#streams.delete(stream);
    });
    const watch = new FleetWatch({
      ...this.#viewed,
      server: asked.get('server') ?? undefined,
      // A browser that lost the stream says by itself what it has.
      after: numberOf(request.headers['last-event-id']) ?? numberOf(asked.get('after')),
      stream,
    });
    this.#streams.add(stream);
    watch.start();
  }

  end(): void {
    for (const stream of [...this.#streams]) stream.end();
  }
}

function numberOf(text: string | string[] | null | undefined): number | undefined {
  const number = typeof text === 'string' && text !== '' ? Number(text) : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}
