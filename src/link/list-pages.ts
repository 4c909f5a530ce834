import { AttemptFailure } from './failure.ts';
import type { Answer, Session } from './session.ts';

/** T2: a server that never ends its list must not hold an attempt for ever. */
const PAGE_LIMIT = 100;

/**
 * Reads all pages of a list and leaves what is in them to the catalogue: one broken entry must
 * not cost the others.
 * @throws AttemptFailure if a page cannot be had.
 */
export async function listPages(
  session: Pick<Session, 'request'>,
  method: 'tools/list',
  key: 'tools',
): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGE_LIMIT; page += 1) {
    const result = resultOf(
      await session.request(method, cursor === undefined ? {} : { cursor }).answer,
      method,
    );
    const listed = result[key];
    if (Array.isArray(listed)) entries.push(...(listed as unknown[]));
    const next = result['nextCursor'];
    // A cursor that is no string, or the same again, is the last page.
    if (typeof next !== 'string' || next === cursor) return entries;
    cursor = next;
  }
  return entries;
}

function resultOf(answer: Answer, method: string): Record<string, unknown> {
  if (answer.kind === 'result') return answer.result;
  const reason = 'message' in answer ? answer.message : answer.kind;
  throw new AttemptFailure({
    kind: answer.kind === 'status' && answer.status === 401 ? 'auth' : 'transient',
    code: 'LIST_FAILED',
    message: `${method} failed: ${reason}`,
  });
}
