import type { ErrorCode } from '../errors/codes.ts';
import type { HoldfastError } from '../errors/holdfast-error.ts';
import { onAbort } from './abort-listeners.ts';
import type { Answered } from './call-result.ts';
import type { Call } from './call.ts';
import { outcomeUnknown } from './errors/failures.ts';

/** K1: the first outcome counts; a call that has one stays as it is. */
export function resolveCall(call: Call, result: Answered): void {
  if (close(call)) call.settle.resolve(result);
}

export function failCall(call: Call, error: HoldfastError): void {
  if (close(call)) call.settle.reject(withoutUntruth(call, error));
}

/** Ends the call when its caller says so; the listener goes with the call. */
export function listenForAbort(call: Call, abort: () => void): void {
  const { signal } = call.options;
  if (signal === undefined) return;
  call.stopListening = onAbort(signal, abort);
}

function close(call: Call): boolean {
  if (call.phase === 'settled') return false;
  call.phase = 'settled';
  call.stopListening?.();
  return true;
}

/** K7: a call that was sent never ends in a code that says it was not. */
function withoutUntruth(call: Call, error: HoldfastError): HoldfastError {
  if (call.unknown === undefined || truthfulCodes.has(error.code)) return error;
  return outcomeUnknown(call, call.unknown, error);
}

const truthfulCodes: ReadonlySet<ErrorCode> = new Set([
  'CALL_TIMEOUT',
  'CALL_CANCELLED',
  'OUTCOME_UNKNOWN',
  'PROTOCOL_ERROR',
  'SERVER_ERROR',
]);
