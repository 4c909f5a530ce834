import type { Answer } from '../../link/session.ts';

/** What a finished exchange means for its call (K6). */
export type Outcome =
  | { readonly kind: 'answered'; readonly result: Record<string, unknown> }
  /** The server said no, in JSON-RPC or by a status of its own: never again. */
  | {
      readonly kind: 'declined';
      readonly message: string;
      readonly rpcCode?: number;
      readonly rpcData?: unknown;
      readonly httpStatus?: number;
    }
  | { readonly kind: 'notSent'; readonly code: string; readonly message: string }
  /** Turned away before anything ran. */
  | {
      readonly kind: 'refused';
      readonly why: 'login' | 'session' | 'overload';
      readonly httpStatus: number;
      readonly message: string;
      readonly retryAfterMs?: number;
    }
  /** Sent, and nobody can say whether it ran. */
  | {
      readonly kind: 'unknown';
      readonly why: 'cut' | 'status' | 'malformed';
      readonly message: string;
      readonly httpStatus?: number;
    }
  /** It ran, and its answer was too large to be read. */
  | { readonly kind: 'oversized'; readonly message: string }
  | { readonly kind: 'timedOut' | 'cancelled'; readonly unsent?: true };

/** How dispatch ends: by the link's answer, or by our own clock. */
export type Ending = Answer | { readonly kind: 'timedOut'; readonly unsent?: true };

export function classify(ending: Ending): Outcome {
  switch (ending.kind) {
    case 'result':
      return { kind: 'answered', result: ending.result };
    case 'error': {
      const { code, message, data } = ending;
      return { kind: 'declined', message, rpcCode: code, rpcData: data };
    }
    case 'notSent':
      return { kind: 'notSent', code: ending.code, message: ending.message };
    case 'status':
      return classifyStatus(ending);
    case 'cut':
    case 'malformed':
      return { kind: 'unknown', why: ending.kind, message: ending.message };
    case 'oversized':
      return { kind: 'oversized', message: ending.message };
    case 'timedOut':
    case 'cancelled':
      return ending;
  }
}

function classifyStatus(answer: Answer & { readonly kind: 'status' }): Outcome {
  const { status: httpStatus, message, retryAfterMs, sessionGone } = answer;
  const hint = retryAfterMs === undefined ? undefined : { retryAfterMs };
  const refused = { kind: 'refused', httpStatus, message, ...hint } as const;
  if (httpStatus === 401) return { ...refused, why: 'login' };
  if (sessionGone) return { ...refused, why: 'session' };
  if (httpStatus === 429) return { ...refused, why: 'overload' };
  // A proxy also sends a bare 503 when the server died under the request; a hint shows intent.
  if (httpStatus === 503 && hint !== undefined) return { ...refused, why: 'overload' };
  if (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
    return { kind: 'declined', message, httpStatus };
  return { kind: 'unknown', why: 'status', message, httpStatus };
}
