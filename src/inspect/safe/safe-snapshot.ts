import type { ServerContext } from '../../../machines/context.ts';
import { publicState, type PublicState } from '../../../machines/public-state.ts';
import { isCode } from '../../errors/is-code.ts';
import { isObject } from '../../is-object.ts';
import { boundedText } from './bounded-text.ts';

/** Where an actor stands. Neither output nor error: both are a host's or a server's own data. */
export interface SafeSnapshot {
  readonly status: string;
  readonly value?: SafeValue;
  readonly tags?: readonly string[];
  /** Of a server what everybody may know (H1); of any other machine nothing. */
  readonly context?: object;
  readonly children?: object;
}

export type SafeValue = string | { readonly [state: string]: SafeValue };

const statuses = ['active', 'done', 'error', 'stopped'];

export function safeSnapshot(snapshot: unknown): SafeSnapshot {
  if (!isObject(snapshot)) return { status: 'active' };
  const { status, value } = snapshot;
  const known = statuses.find((each) => each === status) ?? 'active';
  const states = safeValue(value);
  // Only a machine has a state value, and a viewer of machines expects the rest with it.
  if (states === undefined || !('machine' in snapshot)) return { status: known };
  const server = asServerSnapshot(snapshot);
  return {
    status: known,
    value: states,
    tags: safeTags(snapshot['tags']),
    context: server ? safeContext(server) : {},
    children: {},
  };
}

interface ServerSnapshot {
  readonly value: { readonly connection: SafeValue; readonly breaker: SafeValue };
  readonly context: ServerContext;
}

/** Told by its shape, since a host may build the machine from another copy of the package. */
export function asServerSnapshot(snapshot: unknown): ServerSnapshot | undefined {
  if (!isObject(snapshot)) return undefined;
  const { value, context } = snapshot;
  const isServer =
    isObject(value) &&
    'connection' in value &&
    'breaker' in value &&
    isObject(context) &&
    typeof context['server'] === 'string' &&
    isObject(context['recovery']) &&
    isObject(context['breaker']) &&
    isObject(context['policy']);
  return isServer ? (snapshot as unknown as ServerSnapshot) : undefined;
}

/** Each by its name, so that what is added to the public state later does not get out by itself. */
function safeContext(snapshot: ServerSnapshot): object {
  const state = publicState(snapshot);
  const { connection, breaker, attempting, parkReason, draining, probe } = state;
  const { retries, step, flaps, generation, waitMs, cooldownMs } = state;
  return {
    server: boundedText(snapshot.context.server),
    ...{ connection, breaker, attempting, parkReason, draining, probe },
    ...{ retries, step, flaps, generation, waitMs, cooldownMs },
    ...safeError(state.lastError),
  };
}

/** Its message is a server's or a system's text. */
function safeError(error: PublicState['lastError']): object {
  return error && isCode(error.code) ? { lastError: { code: error.code, kind: error.kind } } : {};
}

function safeValue(value: unknown): SafeValue | undefined {
  if (typeof value === 'string') return boundedText(value);
  if (!isObject(value)) return undefined;
  const states: Record<string, SafeValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const safe = safeValue(inner);
    if (safe !== undefined) states[boundedText(name)] = safe;
  }
  return states;
}

function safeTags(tags: unknown): string[] {
  if (!(tags instanceof Set)) return [];
  return [...(tags as Set<unknown>)].filter((tag) => typeof tag === 'string').map(boundedText);
}
