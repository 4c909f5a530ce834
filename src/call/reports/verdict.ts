import type { Outcome } from '../sending/outcome.ts';

/** What one outcome says about the server's health (B2). */
export type Verdict =
  | 'success'
  | 'transport'
  | 'protocol'
  | 'timeout'
  | 'overload'
  /** Says nothing; a probe gives its slot back. */
  | 'none';

/** B2: only what the server did counts, not what became of the call. */
export function judgeHealth(outcome: Outcome): Verdict {
  switch (outcome.kind) {
    case 'answered':
    case 'declined':
      return 'success';
    case 'refused':
      return outcome.why === 'overload' ? 'overload' : 'none';
    case 'unknown':
      return judgeUnknown(outcome);
    case 'timedOut':
      return 'timeout';
    case 'oversized':
    case 'notSent':
    case 'cancelled':
      return 'none';
  }
}

function judgeUnknown({ why, httpStatus }: Outcome & { readonly kind: 'unknown' }): Verdict {
  if (why === 'cut') return 'transport';
  return httpStatus === 503 ? 'overload' : 'protocol';
}
