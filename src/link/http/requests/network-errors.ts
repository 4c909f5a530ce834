import type { ExchangeFault } from '../../channel.ts';

/** Requests up to this size leave in one write, so that a failed write means that nothing left. */
const ONE_WRITE_BYTES = 16 * 1024;

/** How far down causes are followed; an error may be its own cause. */
const DEEPEST_CAUSE = 5;

/** Codes that say only that there was trouble; a cause says more. */
const vagueCodes = new Set(['UND_ERR_SOCKET', 'UND_ERR_INFO', 'ECONNRESET']);

/** E2: a certificate does not become valid, nor an address correct, by trying again. */
const permanentCodes = new Set([
  'BAD_URL',
  'ERR_INVALID_URL',
  'ERR_SOCKET_BAD_PORT',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'CERT_SIGNATURE_FAILURE',
  'CERT_CHAIN_TOO_LONG',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
]);

/** Whether trying again cannot help (E2). */
export function isPermanent(code: string): boolean {
  return permanentCodes.has(code);
}

/**
 * What a failed HTTP exchange means for its request (K6).
 * @param written whether the request was handed to a socket
 * @param bodyBytes size of the request's body
 */
export function faultOf(error: unknown, written: boolean, bodyBytes: number): ExchangeFault {
  const code = networkCode(error);
  if (!written) return { kind: 'notSent', code };
  // The end of a socket in the middle of a response; anything else of the parser's is garbage.
  if (code === 'HPE_INVALID_EOF_STATE') return { kind: 'cut', code: 'ENDED_EARLY' };
  if (isParserError(error)) return { kind: 'malformed', code: 'NOT_HTTP' };
  // A write that fails at once tells that the socket was dead before; later ones don't.
  if (code === 'EPIPE' && bodyBytes <= ONE_WRITE_BYTES) return { kind: 'notSent', code };
  return { kind: 'cut', code };
}

/** The most telling code among an error, its causes and its parts. */
export function networkCode(error: unknown): string {
  return codes(error, 0).find((code) => !vagueCodes.has(code)) ?? codes(error, 0)[0] ?? 'NETWORK';
}

function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'HTTPParserError';
}

function codes(error: unknown, depth: number): string[] {
  if (typeof error !== 'object' || error === null || depth > DEEPEST_CAUSE) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const parts = Array.isArray(errors) ? (errors as unknown[]) : [];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...[cause, ...parts].flatMap((part) => codes(part, depth + 1)),
  ];
}
