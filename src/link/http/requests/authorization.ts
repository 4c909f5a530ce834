import type { IncomingHttpHeaders } from 'node:http';

/** How a login reaches the wire. */
export interface Authorization {
  /** Headers for the next request; asked for before each. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** The last tokens it gave. A server may repeat them, and they must not be shown (L9). */
  readonly given?: readonly string[];
  /**
   * Tries to mend a refusal, once per request.
   * @returns whether the request should be made once more
   * @throws LoginOutage if nobody can tell now; the request then counts as not sent
   */
  renew(refusal: LoginRefusal): Promise<boolean>;
}

/** A request that was refused for want of a login: 401, or 403 for want of a scope. */
export interface LoginRefusal {
  readonly status: number;
  /** Untrusted. `www-authenticate` says what is wanted. */
  readonly headers: IncomingHttpHeaders;
  /** The headers that `headers()` gave this request. */
  readonly login: Readonly<Record<string, string>>;
}

/** Whether a login could mend this refusal. */
export function isLoginRefusal({ status, headers }: Omit<LoginRefusal, 'login'>): boolean {
  if (status === 401) return true;
  return status === 403 && /\binsufficient_scope\b/.test(headers['www-authenticate'] ?? '');
}
