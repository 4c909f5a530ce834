/** Code of every fault of a login that passes by itself. */
export const LOGIN_UNAVAILABLE = 'LOGIN_UNAVAILABLE';

/**
 * L10: the authorization server, or the store of the tokens, could not be used just now. This is an
 * outage and not a logout: nothing is known against the tokens.
 */
export class LoginOutage extends Error {
  readonly code = LOGIN_UNAVAILABLE;
  /** What stood in the way: `HTTP_503`, `TIMEOUT`, `ECONNREFUSED`, `STORE`, `LOCK`, … */
  readonly reason: string;
  /** The server's own hint. Milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    reason: string,
    details: { readonly retryAfterMs?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(`The login could not be renewed just now (${reason}).`, { cause: details.cause });
    this.name = 'LoginOutage';
    this.reason = reason;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The authorization server said no: only a new login can help (E2). */
export class LoginRefused extends Error {
  /** OAuth's own word for it, such as `invalid_grant`. */
  readonly reason: string;

  constructor(reason: string) {
    super(`The authorization server refused (${reason}).`);
    this.name = 'LoginRefused';
    this.reason = reason;
  }
}
