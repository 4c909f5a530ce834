import type { RetryReason } from '../../machines/events.ts';
import type { SupervisorEvents } from './events.ts';

// Kept as records, so that the compiler misses none of the names that the types know.

const reasons: Readonly<Record<RetryReason, true>> = {
  user: true,
  call: true,
  login: true,
  config: true,
  wake: true,
};

const events: Readonly<Record<keyof SupervisorEvents, true>> = {
  '*': true,
  'server.state': true,
  'server.attempting': true,
  'server.failed': true,
  'server.lost': true,
  'server.waiting': true,
  'server.parked': true,
  'server.revived': true,
  'server.stable': true,
  'server.proven': true,
  'server.draining': true,
  'breaker.opened': true,
  'breaker.halfOpened': true,
  'breaker.closed': true,
  'policy.refused': true,
  'server.notice': true,
  'server.replaced': true,
  'tools.changed': true,
  'prompts.changed': true,
  'resources.changed': true,
  'resourceTemplates.changed': true,
};

/** Every reason for a retry (C9). */
export const retryReasons: readonly string[] = Object.keys(reasons);

/** Every event of a supervisor (H5). */
export const eventNames: readonly string[] = Object.keys(events);
