/**
 * L9: a code is ours, Node's or a number; anything else may be a text of the server's, which has no
 * place in a recording.
 */
export function safeCode(code: unknown): string {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{0,63}$/.test(code) ? code : 'OTHER';
}
