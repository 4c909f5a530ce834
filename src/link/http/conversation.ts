import type { Clock } from '../../clock.ts';
import type { ExchangeFault } from '../channel.ts';
import type { HttpRequest, ResponseReader } from './http-request.ts';
import type { SessionHeaders } from './session-headers.ts';

/** What the parts of one channel share: the wire below them, and the owner above. */
export interface Conversation {
  readonly clock: Clock;
  readonly headers: SessionHeaders;
  post(body: string, reader: ResponseReader): HttpRequest;
  /** Opens a stream, after `lastEventId` if given. */
  get(lastEventId: string | undefined, reader: ResponseReader): HttpRequest;
  delete(reader: ResponseReader): HttpRequest;
  /** Hands a message on. False if it is no JSON-RPC. */
  deliver(value: unknown): boolean;
  /** Something failed in a way that may say more about the channel than about one request. */
  report(fault: ExchangeFault): void;
  /** L6 (b): the server may be gone. */
  suspect(): void;
  notice(text: string): void;
}
