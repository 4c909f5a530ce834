/** How a login reaches the wire. The place for it; holdfast brings no login of its own yet. */
export interface Authorization {
  /** Headers for the next request; asked for before each. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /**
   * Tries to mend a 401, once per request.
   * @param challenge the `www-authenticate` header, untrusted
   * @returns whether the request should be made once more
   */
  renew(challenge: string | undefined): Promise<boolean>;
}
