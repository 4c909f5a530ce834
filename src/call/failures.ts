import { HoldfastError } from '../errors/holdfast-error.ts';
import type { Outcome } from './outcome.ts';
import { recordOf, shorten, type CallRecord } from './refusals.ts';

const mayHaveRun = 'The tool may have run all the same: check its effect before calling it again.';

/** K1: it was sent, and no answer came in time. */
export function timedOut(call: CallRecord, waitedMs: number): HoldfastError {
  const seconds = Math.round(waitedMs / 100) / 10;
  return new HoldfastError(
    'CALL_TIMEOUT',
    `${call.tool} on ${call.server} gave no answer within ${seconds} seconds.`,
    { ...recordOf(call), advice: mayHaveRun },
  );
}

/** @param reason what the caller gave to its `AbortController`. */
export function cancelled(call: CallRecord, reason: unknown): HoldfastError {
  const advice = call.attempts === 0 ? 'Nothing ran.' : mayHaveRun;
  return new HoldfastError(
    'CALL_CANCELLED',
    `The call of ${call.tool} on ${call.server} was cancelled.`,
    { ...recordOf(call), advice, cause: reason },
  );
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
  const details = { ...recordOf(call), advice: mayHaveRun, httpStatus: outcome.httpStatus, cause };
  const subject = `${call.tool} on ${call.server}`;
  if (outcome.why === 'malformed' && !(cause instanceof HoldfastError))
    return new HoldfastError(
      'PROTOCOL_ERROR',
      `The answer to ${subject} was not JSON-RPC: ${shorten(outcome.message)}.`,
      details,
    );
  return new HoldfastError(
    'OUTCOME_UNKNOWN',
    `The call of ${subject} was sent, but its answer was lost: ${shorten(outcome.message)}.`,
    details,
  );
}

/** K6: the server answered, and the answer is no. */
export function declined(
  call: CallRecord,
  outcome: Outcome & { readonly kind: 'declined' },
): HoldfastError {
  const { rpcCode, rpcData, httpStatus } = outcome;
  const code = rpcCode === undefined ? `HTTP ${httpStatus ?? 0}` : `error ${rpcCode}`;
  return new HoldfastError(
    'SERVER_ERROR',
    `${call.server} answered ${call.tool} with ${code}: ${shorten(outcome.message)}`,
    {
      ...recordOf(call),
      advice: 'The server refused this request; read its message before trying another way.',
      rpcCode,
      rpcData,
      httpStatus,
    },
  );
}

/** The tool ran, and its result breaks the tool's own promise. */
export function unusableResult(call: CallRecord, fault: string): HoldfastError {
  return new HoldfastError(
    'SERVER_ERROR',
    `The result of ${call.tool} on ${call.server} cannot be used: ${fault}.`,
    {
      ...recordOf(call),
      advice: 'The tool ran; its result is at fault, so do not repeat the call.',
    },
  );
}
