import { ExchangeError, type ExchangeFault } from '../../channel.ts';
import { LOGIN_UNAVAILABLE } from '../../login/login-error.ts';

/** The error for a fault, in a sentence that holds nothing a server or a user wrote. */
export function errorOf(fault: ExchangeFault, cause?: unknown): ExchangeError {
  return new ExchangeError(fault, sentence(fault), cause === undefined ? undefined : { cause });
}

function sentence(fault: ExchangeFault): string {
  if (fault.kind === 'notSent' && fault.code === LOGIN_UNAVAILABLE)
    return 'The login could not be renewed: its authorization server cannot be used just now.';
  if (fault.kind === 'notSent') return `The server could not be reached (${fault.code}).`;
  if (fault.kind === 'cut') return `The answer was cut off (${fault.code}).`;
  if (fault.kind === 'oversized') return `The answer is larger than allowed (${fault.code}).`;
  if (fault.kind === 'malformed') return `The server did not answer in JSON-RPC (${fault.code}).`;
  const { status } = fault;
  if (fault.sessionGone) return `The server does not know the session any more (HTTP ${status}).`;
  if (status < 400)
    return `The server redirects to another address (HTTP ${status}), which is not followed.`;
  return `The server answered HTTP ${status}.`;
}
