import type { Failure, Loss } from '../../machines/events.ts';
import { ConnectError, ExchangeError } from './channel.ts';
import { classifyConnect } from './http/answers/classify.ts';

/** Turns what stopped an attempt into the machine's terms (E2), from fields wherever one exists. */
export function failureOf(error: unknown, openedBefore: boolean): Failure {
  if (error instanceof AttemptFailure) return error.failure;
  if (error instanceof ConnectError || error instanceof ExchangeError)
    return classifyConnect(error, { openedBefore });
  return {
    kind: 'transient',
    code: 'CONNECT_FAILED',
    message: error instanceof Error ? error.message : String(error),
  };
}

/** A channel that ended during its attempt has failed it; a login that is missing stays one. */
export function failureOfLoss({ kind, code, message }: Loss): Failure {
  return { kind: kind === 'auth' ? 'auth' : 'transient', code, message };
}

/** An attempt that failed for a reason already in the machine's terms. */
export class AttemptFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'AttemptFailure';
    this.failure = failure;
  }
}
