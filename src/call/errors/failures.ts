import { HoldfastError, type LoginWanted } from '../../errors/holdfast-error.ts';
import { rpcCodes } from '../../link/rpc-codes.ts';
import type { Outcome } from '../sending/outcome.ts';
import { nameOf, recordOf, shorten, type CallRecord } from './refusals.ts';

/** K1: it was sent, and no answer came in time. */
export function timedOut(call: CallRecord, waitedMs: number): HoldfastError {
  const seconds = Math.round(waitedMs / 100) / 10;
  return new HoldfastError(
    'CALL_TIMEOUT',
    `${nameOf(call)} gave no answer within ${seconds} seconds.`,
    { ...recordOf(call), advice: adviceAfterSending(call) },
  );
}

/** K1: its time was over before anything of it could be sent. */
export function notTaken(call: CallRecord, waitedMs: number): HoldfastError {
  const seconds = Math.round(waitedMs / 100) / 10;
  return new HoldfastError(
    'SERVER_UNAVAILABLE',
    `${call.server} did not take the call of ${shorten(call.subject, 200)} within ${seconds} seconds.`,
    {
      ...recordOf(call),
      advice: 'Nothing ran. The server is being checked; try again later, or go on without it.',
    },
  );
}

/** @param reason what the caller gave to its `AbortController`. */
export function cancelled(call: CallRecord, reason: unknown): HoldfastError {
  const advice = call.attempts === 0 ? 'Nothing ran.' : adviceAfterSending(call);
  return new HoldfastError('CALL_CANCELLED', `The call of ${nameOf(call)} was cancelled.`, {
    ...recordOf(call),
    advice,
    cause: reason,
  });
}

/**
 * K7: it was sent, and nobody can say what became of it.
 * @param cause why it could not be sent once more, or what ended the last attempt.
 */
export function outcomeUnknown(
  call: CallRecord,
  outcome: Outcome & { readonly kind: 'unknown' },
  cause: unknown,
): HoldfastError {
  const { httpStatus } = outcome;
  const details = { ...recordOf(call), advice: adviceAfterSending(call), httpStatus, cause };
  if (outcome.why === 'malformed' && !(cause instanceof HoldfastError))
    return new HoldfastError(
      'PROTOCOL_ERROR',
      `The answer to ${nameOf(call)} was not JSON-RPC: ${clauseOf(outcome.message)}.`,
      details,
    );
  return new HoldfastError(
    'OUTCOME_UNKNOWN',
    `The call of ${nameOf(call)} was sent, but its answer was lost: ${clauseOf(outcome.message)}.`,
    details,
  );
}

/** K6: the server answered, and the answer is no. */
export function declined(
  call: CallRecord,
  outcome: Outcome & { readonly kind: 'declined' },
  loginWanted: LoginWanted | undefined,
): HoldfastError {
  const { rpcCode, rpcData, httpStatus } = outcome;
  const code = rpcCode === undefined ? `HTTP ${httpStatus ?? 0}` : `error ${rpcCode}`;
  return new HoldfastError(
    'SERVER_ERROR',
    `${call.server} answered ${shorten(call.subject, 200)} with ${code}: ${shorten(outcome.message)}`,
    {
      ...recordOf(call),
      advice: adviceAfterRefusal(rpcCode),
      rpcCode,
      rpcData,
      httpStatus,
      login: httpStatus === 403 ? loginWanted : undefined,
    },
  );
}

function adviceAfterRefusal(rpcCode: number | undefined): string {
  return rpcCode === rpcCodes.urlElicitationRequired
    ? 'A person has to visit the URL in `rpcData.elicitations` first; then make the same call again.'
    : 'The server refused this request; read its message before trying another way.';
}

/** The server did its part, and the result breaks the tool's or the protocol's promise. */
export function unusableResult(call: CallRecord, fault: string): HoldfastError {
  return new HoldfastError(
    'SERVER_ERROR',
    `The result of ${nameOf(call)} cannot be used: ${fault}.`,
    {
      ...recordOf(call),
      advice: call.kind.isRead
        ? "The server's answer is at fault; asking again is of no use."
        : 'The tool ran; its result is at fault, so do not repeat the call.',
    },
  );
}

function adviceAfterSending({ kind }: CallRecord): string {
  return kind.isRead
    ? 'Nothing was changed by it: ask again if it is still wanted.'
    : 'The tool may have run all the same: check its effect before calling it again.';
}

/** A sentence of somebody else's that ends in one of ours. */
function clauseOf(sentence: string): string {
  return shorten(sentence).replace(/\.$/, '');
}
