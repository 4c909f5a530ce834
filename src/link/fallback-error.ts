import type { Failure } from '../../machines/events.ts';
import { ConnectError, type ExchangeError } from './channel.ts';
import { classifyConnect } from './http/answers/classify.ts';

/** Refusals of a GET that pass; any other 4xx means that there is no legacy SSE here either. */
const passingCodes = new Set(['HTTP_408', 'HTTP_425', 'HTTP_429']);

/** L7: one error for a server that could be had over neither transport, which says so of both. */
export function errorOfBoth(overHttp: ExchangeError, overSse: unknown): ConnectError {
  const first = classifyConnect(overHttp, { openedBefore: false });
  const second = classifyConnect(overSse, { openedBefore: false });
  const kind = kindOfBoth(first, second);
  return new ConnectError(
    kind,
    kind === 'auth' ? second.code : 'NO_TRANSPORT',
    `Streamable HTTP: ${first.message} Legacy SSE: ${second.message}`,
    { retryAfterMs: second.retryAfterMs, cause: overSse },
  );
}

/** The address is wrong only where both say no; trouble with the second may pass (E2). */
function kindOfBoth(first: Failure, second: Failure): Failure['kind'] {
  if (second.kind !== 'transient') return second.kind;
  const isNo = /^HTTP_4/u.test(second.code) && !passingCodes.has(second.code);
  return isNo ? first.kind : 'transient';
}
