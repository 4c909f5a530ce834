import type { PublicState } from '../../machines/public-state.ts';

/** C15: a defect of ours that stopped an actor, in the machine's terms. */
export interface Fault {
  readonly code: string;
  readonly message: string;
}

export function faultOf(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL_ERROR', message };
}

/** C15: what everybody sees of a server whose actor errored and has no successor. */
export function faultyState(last: PublicState, isOver: boolean): PublicState {
  const { draining: _, waitMs: __, ...rest } = last;
  const connection = isOver ? 'shutdown' : 'parked';
  return { ...rest, connection, attempting: false, parkReason: 'internal' };
}
