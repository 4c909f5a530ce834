/**
 * Such as `CONNECT_FAILED` or `ECONNREFUSED`: ours, Node's or a library's. Anything else under that name
 * may be a text of a server's, which has no place where secrets must not be (L9).
 */
export function isCode(code: unknown): code is string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code);
}
