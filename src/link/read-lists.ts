import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { Clock } from '../clock.ts';
import { AttemptFailure } from './failure.ts';
import { listKinds, listMethods, type ListKind } from './list-kinds.ts';
import { listPages } from './list-pages.ts';
import type { Session } from './session.ts';

/** What a new session listed. A list that is not declared is empty without being asked for (T2). */
export type Lists = Readonly<Record<ListKind, Listed>>;

/** `unread`: declared, and not to be had in time; whoever keeps the lists asks again (T4). */
export type Listed = readonly unknown[] | 'unread';

/**
 * How long what is no tool may hold up an attempt. Tools are what an attempt is for (C2); a server
 * whose prompts cannot be had is still worth being ready.
 */
export const SIDE_LIST_MS = 5_000;

interface Reading {
  readonly clock: Clock;
  readonly notice: (notice: string) => void;
}

/** Asks for all declared lists at once, so that they take no longer than the longest. */
export async function readLists(
  session: Pick<Session, 'request'>,
  capabilities: ServerCapabilities,
  reading: Reading,
): Promise<Lists> {
  const entries = await Promise.all(
    listKinds.map(async (kind) => {
      if (capabilities[listMethods[kind].capability] === undefined) return [kind, []] as const;
      return [kind, await readList(session, kind, reading)] as const;
    }),
  );
  return Object.fromEntries(entries) as Record<ListKind, Listed>;
}

async function readList(
  session: Pick<Session, 'request'>,
  kind: ListKind,
  { clock, notice }: Reading,
): Promise<Listed> {
  // The attempt's own deadline bounds it (C2).
  if (kind === 'tools') return listPages(session, kind);
  try {
    return await listPages(session, kind, { clock, timeoutMs: SIDE_LIST_MS });
  } catch (error) {
    // A login that is missing for one list is missing for the session.
    if (!(error instanceof AttemptFailure) || error.failure.kind === 'auth') throw error;
    notice(`${error.message}; it is asked for again`);
    return 'unread';
  }
}
