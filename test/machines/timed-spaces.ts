import type { ServerMachine } from '../../machines/index.ts';
import {
  createTimedModel,
  timedEvents,
  timedKey,
  type TimedState,
} from '../../src/testing/graph/timed-model.ts';
import { reachableStates, type ReachedState } from '../../src/testing/graph/traversal.ts';
import { serverKey } from '../../src/testing/paths/server-space.ts';
import { traversed, type Space } from './explore.ts';

export type TimedModel = ReturnType<typeof createTimedModel<ServerMachine>>;
export type TimedServer = TimedState<ServerMachine>;

/** Delays that hardly ever fall due together. */
const apart = {
  firstConnectTimeoutMs: 701,
  connectTimeoutMs: 503,
  baseDelayMs: 307,
  maxDelayMs: 409,
  stableAfterMs: 1_103,
  parkedProbeMs: 1_301,
  wakeSpacingMs: 173,
  drainMs: 229,
};

/** Timers of both regions that often fall due together; then the one armed first fires first. */
const together = {
  firstConnectTimeoutMs: 1_000,
  connectTimeoutMs: 1_000,
  baseDelayMs: 1_000,
  maxDelayMs: 1_000,
  stableAfterMs: 1_000,
  parkedProbeMs: 1_000,
  wakeSpacingMs: 1_000,
  drainMs: 1_000,
  terminateMs: 0,
  stdinGraceMs: 0,
  termGraceMs: 0,
  cooldownMs: 1_000,
  cooldownMaxMs: 1_000,
  probeTimeoutMs: 1_000,
};

export const timedSpaces: readonly (Space & { readonly name: string })[] = [
  { name: 'timers that never fall due together', policy: apart, calls: false },
  { name: 'timers that all take the same time', policy: together, calls: false },
  {
    name: 'both regions, their timers due together',
    policy: { ...together, initialRetries: 0, reconnectRetries: 0, flapBudget: 0, eagerDials: 0 },
    without:
      /^drained$|^shutdown$|^link\.(queued|granted|closed|proven|failed)$|^xstate\.(error|done)/,
  },
];

/** Every state of a space in which time passes as it does on a clock. */
export function exploreTimed(space: Space): Map<string, ReachedState<TimedModel>> {
  const { logic, options } = traversed(space);
  return reachableStates(createTimedModel(logic), {
    input: options.input,
    eventsIn: timedEvents<ServerMachine>((snapshot) =>
      options.eventsIn(snapshot).filter(({ type }) => !type.startsWith('xstate.after')),
    ),
    keyOf: timedKey<ServerMachine>(serverKey),
    limit: 150_000,
  });
}
