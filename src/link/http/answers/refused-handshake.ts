import { ConnectError, ExchangeError } from '../../channel.ts';
import { LoginOutage } from '../../login/login-error.ts';
import { isPermanent } from '../requests/network-errors.ts';

/** E2: of a failed handshake, what is known to be beyond another try says so at once. */
export function refusedHandshake(error: Error): Error {
  if (!(error instanceof ExchangeError)) return error;
  const { fault, message } = error;
  if (fault.kind === 'status' && fault.status === 401)
    return new ConnectError('auth', 'AUTH_REQUIRED', 'The server asks for a login (HTTP 401).');
  if (error.cause instanceof LoginOutage) {
    const { code, reason, retryAfterMs } = error.cause;
    return new ConnectError('transient', code, `${message} (${reason})`, { retryAfterMs });
  }
  if (fault.kind === 'notSent' && isPermanent(fault.code))
    return new ConnectError('permanent', fault.code, message, { cause: error.cause });
  return error;
}
