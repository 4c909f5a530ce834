import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ServerContext, ServerInput } from '../../../machines/context.ts';
import type { Policy } from '../../../machines/policy.ts';
import { publicState } from '../../../machines/public-state.ts';
import type { EventCase } from './event-cases.ts';
import type { PathOptions } from './path-plan.ts';

/**
 * The smallest budgets that still tell every rule apart, delays that don't grow, and a cooldown that
 * is over before the deadline of a first attempt, so that a half-open breaker meets all states.
 */
export const smallestBudgets: Partial<Policy> = {
  initialRetries: 1,
  reconnectRetries: 1,
  flapBudget: 1,
  eagerDials: 1,
  failureThreshold: 1,
  factor: 1,
  cooldownMs: 45_000,
  cooldownMaxMs: 45_000,
};

/**
 * What `generatePaths` has to know of the machine of `holdfast/machines` or of a variant made with
 * `provide`: payloads for its events, a key without history, and budgets small enough to explore.
 * @param policy Laid over the smallest budgets, field by field.
 */
export function serverSpace(
  policy: Partial<Policy> = {},
): Required<Pick<PathOptions, 'input' | 'events' | 'keyOf'>> {
  const input: ServerInput = { server: 'files', policy: { ...smallestBudgets, ...policy } };
  return { input, events: serverEvents, keyOf: serverKey };
}

/** Whether a machine is that of `holdfast/machines`, or a variant of it. */
export function isServerMachine({ id, root }: AnyStateMachine): boolean {
  const connection = Object.keys(root.states['connection']?.states ?? {});
  return id === 'server' && connection.includes('parked') && 'breaker' in root.states;
}

/**
 * What some later guard or delay can still read. The rest would only multiply the states: history
 * that ever grows, and what the next session, wait or attempt writes before anything reads it.
 */
export function serverKey(snapshot: AnyMachineSnapshot): string {
  const value: unknown = snapshot.value;
  const context = snapshot.context as ServerContext;
  const { connection, attempting, draining } = publicState({ value, context });
  if (connection === 'shutdown') return JSON.stringify(value);
  const { session, wait, cause, parkReason, breaker } = context;
  const { retries, eagerDials, ...recovery } = context.recovery;
  return JSON.stringify({
    value,
    // C8: the one delay whose absence changes where a server waits.
    probes: context.policy.parkedProbeMs !== false,
    recovery,
    budget: connection !== 'parked' && { retries, eagerDials },
    breaker,
    parkReason,
    everOpened: context.generation > 0,
    session: connection === 'ready' && session,
    cause: (attempting || draining) && cause,
    wait: !(attempting && connection === 'parked') && wait,
  });
}

const failure = { code: 'X', message: 'x' };

/** A link that is not there reports nothing. */
const ofLink: readonly EventCase[] = [
  { type: 'link.queued' },
  { type: 'link.granted' },
  { type: 'link.opened' },
  { type: 'link.failed', failure: { kind: 'transient', ...failure } },
  { type: 'link.failed', failure: { kind: 'transient', ...failure, retryAfterMs: 2_000 } },
  { type: 'link.failed', failure: { kind: 'permanent', ...failure } },
  { type: 'link.failed', failure: { kind: 'auth', ...failure } },
  { type: 'link.lost', loss: { kind: 'lost', ...failure } },
  { type: 'link.lost', loss: { kind: 'sessionExpired', ...failure } },
  { type: 'link.lost', loss: { kind: 'auth', ...failure } },
  { type: 'link.proven' },
  { type: 'link.closed' },
].map((event) => ({ event, from: 'link' }));

const ofOthers: readonly EventCase[] = [
  { type: 'call.succeeded' },
  { type: 'call.succeeded', probe: true },
  { type: 'call.failed', failure: { kind: 'transport' } },
  { type: 'call.failed', failure: { kind: 'transport' }, probe: true },
  { type: 'call.failed', failure: { kind: 'timeout' } },
  { type: 'call.failed', failure: { kind: 'overload' }, rateTripped: true },
  { type: 'call.probe' },
  { type: 'call.probeCancelled' },
  { type: 'retry' },
  { type: 'retry', reason: 'login' },
  { type: 'retry', reason: 'config' },
  { type: 'retry', reason: 'call' },
  { type: 'retry', reason: 'wake' },
  { type: 'shutdown' },
  { type: 'shutdown', force: true },
  { type: 'drained' },
  { type: 'configure', policy: {} },
].map((event) => ({ event }));

const serverEvents: readonly EventCase[] = [...ofLink, ...ofOthers];
