import type { IncomingHttpHeaders } from 'node:http';
import { LONGEST_DELAY_MS } from '../../../../machines/policy.ts';
import type { ExchangeFault } from '../../channel.ts';
import type { LoginWanted } from '../../../errors/holdfast-error.ts';
import { parseJson } from '../../json-rpc.ts';
import { readChallenge } from '../../login/read-challenge.ts';
import { plainLine } from '../../plain-text.ts';
import { rpcCodes } from '../../rpc-codes.ts';

export interface StatusAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the body. Untrusted. */
  readonly text: string;
}

/** Statuses below 500 that may be gone at the next try. */
export const passingStatuses: ReadonlySet<number> = new Set([408, 409, 425, 429]);

export type StatusFault = Extract<ExchangeFault, { kind: 'status' }>;

/** What an HTTP status in place of an answer means (K6, L6 a). */
export function faultOfStatus(answer: StatusAnswer, sessionSent: boolean): StatusFault {
  const retryAfterMs = retryAfter(answer.headers);
  return {
    kind: 'status',
    status: answer.status,
    sessionGone: sessionSent && namesLostSession(answer),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...loginWanted(answer),
  };
}

const LONGEST_WISH = 1_000;

/** E2: what a 401 or 403 asks for. */
function loginWanted({ status, headers }: StatusAnswer): { readonly login?: LoginWanted } {
  if (status !== 401 && status !== 403) return {};
  const { scope, resourceMetadataUrl } = readChallenge(headers['www-authenticate']);
  if (scope === undefined && resourceMetadataUrl === undefined) return {};
  const metadataUrl = resourceMetadataUrl?.href.slice(0, LONGEST_WISH);
  const login = {
    ...(scope === undefined ? {} : { scope: plainLine(scope).slice(0, LONGEST_WISH) }),
    ...(metadataUrl === undefined ? {} : { metadataUrl }),
  };
  return { login };
}

/** L6 (a): servers say 404, or 400 with a text about the session; there is no field for it. */
function namesLostSession({ status, text }: StatusAnswer): boolean {
  if (status === 404) return true;
  // A server that was replaced by one without sessions knows none; the next handshake tells.
  return status === 400 && (/session/i.test(text) || isVersionRefusal(text));
}

/** Whether a refusal's text is the JSON-RPC error about revisions (E2). */
export function isVersionRefusal(text: string): boolean {
  const value = parseJson(text) as { error?: { code?: unknown } } | null | undefined;
  return value?.error?.code === rpcCodes.unsupportedProtocolVersion;
}

/** The wait a server asks for, in seconds or until a date of its own clock. Milliseconds. */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const waitMs = /^\d+$/.test(value)
    ? Number(value) * 1_000
    : // Both dates are the server's, so that a wrong clock on either side cancels out.
      Date.parse(value) - Date.parse(headers.date ?? '');
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), LONGEST_DELAY_MS) : undefined;
}
