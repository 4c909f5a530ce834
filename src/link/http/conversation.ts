import type { Clock } from '../../clock.ts';
import type { ExchangeFault } from '../channel.ts';
import type { HttpRequest, ResponseReader } from './requests/http-request.ts';
import type { SessionHeaders } from './requests/session-headers.ts';

/** What sending a message needs of its channel. */
export interface Postbox {
  readonly clock: Clock;
  /** Whether the next request belongs to a session, which a server may have forgotten (L6 a). */
  readonly inSession: boolean;
  post(body: string, reader: ResponseReader): HttpRequest;
  /** Hands a message on. False if it is no JSON-RPC. */
  deliver(value: unknown): boolean;
  /** Something failed in a way that may say more about the channel than about one request. */
  report(fault: ExchangeFault): void;
}

/** What the parts of one channel share: the wire below them, and the owner above. */
export interface Conversation extends Postbox {
  readonly headers: SessionHeaders;
  /** Opens a stream, after `lastEventId` if given. */
  get(lastEventId: string | undefined, reader: ResponseReader): HttpRequest;
  delete(reader: ResponseReader): HttpRequest;
  /** L6 (b): the server may be gone. */
  suspect(): void;
  notice(text: string): void;
}
