import type { ServerContext } from './context.ts';
import type { BreakerState, ConnectionState, LastError, ParkReason } from './events.ts';

/** What everybody may know of a server; the nesting of the chart stays its own business. */
export interface PublicState {
  readonly connection: ConnectionState;
  readonly breaker: BreakerState;
  /** An attempt is running or queued. */
  readonly attempting: boolean;
  /** Kept until the next session (C7). */
  readonly parkReason?: ParkReason;
  readonly retries: number;
  readonly step: number;
  readonly flaps: number;
  readonly generation: number;
  /** The delay of the wait that is under way. */
  readonly waitMs?: number;
  /** How long the breaker stays open, now or the next time (B3). */
  readonly cooldownMs?: number;
  readonly lastError?: LastError;
  /** Running calls end, new ones wait: a rebuild or a shutdown is under way. */
  readonly draining?: true;
  /** The half-open breaker's one slot (B4). */
  readonly probe?: 'free' | 'taken';
  /** False on the hot path: a successful call need not be told to the machine (K10). */
  readonly heedsSuccess: boolean;
}

/** The part of a snapshot that `publicState` reads; structural, so that a recorded one will do. */
export interface PublicSnapshot {
  readonly value: unknown;
  readonly context: ServerContext;
}

type Nested = string | { readonly [state: string]: Nested | undefined };

/** Reads a server's state from a snapshot of its actor, also from one that was recorded as JSON. */
export function publicState({ value, context }: PublicSnapshot): PublicState {
  const regions = value as { readonly connection: Nested; readonly breaker: Nested };
  const connection = topOf(regions.connection);
  const within = insideOf(regions.connection);
  const breaker = topOf(regions.breaker) as BreakerState;
  const { recovery, generation, wait, parkReason, lastError } = context;
  const { cooldownMs } = context.breaker;
  const waiting = within === 'backingOff' || within === 'waiting';
  return {
    connection: connection === 'closed' ? 'shutdown' : (connection as ConnectionState),
    breaker,
    attempting: within === 'attempting' || within === 'probing',
    ...(parkReason === undefined ? undefined : { parkReason }),
    retries: recovery.retries,
    step: recovery.step,
    flaps: recovery.flaps,
    generation,
    ...(waiting && wait !== undefined ? { waitMs: wait.ms } : undefined),
    cooldownMs,
    ...(lastError === undefined ? undefined : { lastError }),
    ...(within === 'draining' ? { draining: true as const } : undefined),
    ...(breaker === 'halfOpen'
      ? { probe: insideOf(regions.breaker) as 'free' | 'taken' }
      : undefined),
    heedsSuccess: breaker !== 'retired' && remembersTrouble(breaker, context),
  };
}

function remembersTrouble(
  breaker: BreakerState,
  { breaker: memory, policy }: ServerContext,
): boolean {
  return breaker !== 'closed' || memory.failures > 0 || memory.cooldownMs !== policy.cooldownMs;
}

function topOf(value: Nested): string {
  return typeof value === 'string' ? value : (Object.keys(value)[0] ?? '');
}

function insideOf(value: Nested): string | undefined {
  if (typeof value === 'string') return undefined;
  const inside = Object.values(value)[0];
  return inside === undefined ? undefined : topOf(inside);
}
