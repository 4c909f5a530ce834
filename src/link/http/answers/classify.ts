import type { Failure } from '../../../../machines/events.ts';
import { ConnectError, ExchangeError, type ExchangeFault } from '../../channel.ts';
import { isPermanent } from '../requests/network-errors.ts';

const LONGEST_MESSAGE = 200;

/**
 * E2: what a failed attempt means for the next one. Over HTTP 403, 404, a redirect and a wrong
 * content type are permanent only before the first session of this configuration; afterwards a
 * redeploy looks like this.
 */
export function classifyConnect(
  error: unknown,
  { openedBefore }: { readonly openedBefore: boolean },
): Failure {
  if (error instanceof ConnectError) {
    const { kind, code, message, retryAfterMs } = error;
    return { kind, code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  const message = messageOf(error);
  if (!(error instanceof ExchangeError))
    return { kind: 'transient', code: 'CONNECT_FAILED', message };
  const { fault } = error;
  const hint =
    fault.kind === 'status' && fault.retryAfterMs !== undefined
      ? { retryAfterMs: fault.retryAfterMs }
      : {};
  return { kind: kindOf(fault, openedBefore), code: codeOf(fault), message, ...hint };
}

function kindOf(fault: ExchangeFault, openedBefore: boolean): Failure['kind'] {
  if (fault.kind === 'status') {
    if (fault.status === 401) return 'auth';
    return !openedBefore && isWrongAddress(fault.status) && !fault.sessionGone
      ? 'permanent'
      : 'transient';
  }
  if (isPermanent(fault.code)) return 'permanent';
  return !openedBefore && fault.code === 'WRONG_CONTENT_TYPE' ? 'permanent' : 'transient';
}

function isWrongAddress(status: number): boolean {
  return status < 400 || status === 403 || status === 404;
}

function codeOf(fault: ExchangeFault): string {
  if (fault.kind !== 'status') return fault.code;
  if (fault.status === 401) return 'AUTH_REQUIRED';
  if (fault.status < 400) return 'REDIRECTED';
  return `HTTP_${fault.status}`;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, LONGEST_MESSAGE);
}
