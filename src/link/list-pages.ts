import type { Clock } from '../clock.ts';
import { AttemptFailure } from './failure.ts';
import { listMethods, type ListKind } from './list-kinds.ts';
import { rpcCodes } from './rpc-codes.ts';
import type { Answer, Exchange, Session } from './session.ts';

/** T2: a server that never ends its list must not hold an attempt for ever. */
const PAGE_LIMIT = 100;

/** The time that all pages may take together. */
export interface ListingLimit {
  readonly clock: Clock;
  readonly timeoutMs: number;
}

/**
 * Reads all pages of a list and leaves what is in them to the catalogue: one broken entry must
 * not cost the others.
 * @param limit left out where something else bounds the reading, as the attempt's deadline does.
 * @throws AttemptFailure if a page cannot be had.
 */
export async function listPages(
  session: Pick<Session, 'request'>,
  kind: ListKind,
  limit?: ListingLimit,
): Promise<readonly unknown[]> {
  const { method } = listMethods[kind];
  if (limit === undefined) return readPages(kind, (params) => session.request(method, params));
  let current: Exchange | undefined;
  let isOver = false;
  const timer = limit.clock.setTimeout(() => {
    isOver = true;
    current?.cancel('The list took too long.');
  }, limit.timeoutMs);
  try {
    return await readPages(kind, (params) => {
      current = session.request(method, params);
      if (isOver) current.cancel('The list took too long.');
      return current;
    });
  } finally {
    limit.clock.clearTimeout(timer);
  }
}

async function readPages(
  kind: ListKind,
  request: (params: Record<string, unknown>) => Exchange,
): Promise<readonly unknown[]> {
  const { method, key } = listMethods[kind];
  let entries: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGE_LIMIT; pages += 1) {
    const { answer } = request(cursor === undefined ? {} : { cursor });
    const page = await answer;
    // Servers declare resources and know no templates; a server without tools would say so.
    if (kind !== 'tools' && isUnknownMethod(page)) return entries;
    const result = resultOf(page, method);
    const listed = result[key];
    if (Array.isArray(listed)) entries = entries.concat(listed as unknown[]);
    const next = result['nextCursor'];
    // A cursor that is no string, or the same again, is the last page.
    if (typeof next !== 'string' || next === cursor) return entries;
    cursor = next;
  }
  return entries;
}

function isUnknownMethod(answer: Answer): boolean {
  return answer.kind === 'error' && answer.code === rpcCodes.methodNotFound;
}

function resultOf(answer: Answer, method: string): Record<string, unknown> {
  if (answer.kind === 'result') return answer.result;
  const reason = 'message' in answer ? answer.message : 'it was not answered in time';
  throw new AttemptFailure({
    kind: answer.kind === 'status' && answer.status === 401 ? 'auth' : 'transient',
    code: 'LIST_FAILED',
    message: `${method} failed: ${reason}`,
  });
}
