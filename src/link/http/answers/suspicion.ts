import type { ExchangeFault } from '../../channel.ts';
import { LOGIN_UNAVAILABLE } from '../../login/login-error.ts';

/** L6 (b): whether a failed exchange may mean that the server is gone. */
export function isSuspicious(fault: ExchangeFault): boolean {
  if (fault.kind !== 'notSent' && fault.kind !== 'cut') return false;
  // L10: the server itself has answered; what is out of reach is the one that gives the login.
  return fault.code !== LOGIN_UNAVAILABLE;
}
