import type { SupervisorEvent } from '../../supervisor/events.ts';
import type { ToldLine } from './line.ts';
import { safeError } from './safe-state.ts';

/** What the supervisor told, without any text that may be a server's or a host's own (L9). */
export function safeReport(event: SupervisorEvent): ToldLine['event'] {
  switch (event.type) {
    case 'server.failed':
    case 'server.lost':
      return { type: event.type, error: safeError(event.error), charged: event.charged };
    case 'server.parked':
      return {
        type: event.type,
        reason: event.reason,
        ...(event.error && { error: safeError(event.error) }),
        ...(event.waitMs !== undefined && { waitMs: event.waitMs }),
      };
    case 'server.state':
      return { type: event.type, state: event.state, generation: event.generation };
    case 'server.attempting':
      return { type: event.type, cause: event.cause };
    case 'server.waiting':
      return { type: event.type, waitMs: event.waitMs, retries: event.retries };
    case 'server.revived':
      return { type: event.type, generation: event.generation };
    case 'breaker.opened':
      return { type: event.type, cooldownMs: event.cooldownMs };
    case 'tools.changed':
    case 'prompts.changed':
    case 'resources.changed':
    case 'resourceTemplates.changed':
      return {
        type: event.type,
        added: event.added.length,
        removed: event.removed.length,
        changed: event.changed.length,
      };
    case 'server.stable':
    case 'server.proven':
    case 'server.draining':
    case 'server.notice':
    case 'server.replaced':
    case 'breaker.halfOpened':
    case 'breaker.closed':
    case 'policy.refused':
      return { type: event.type };
  }
}
