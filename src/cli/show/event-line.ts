import { describeEvent } from '../../health/describe-event.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { SupervisorEvent } from '../../supervisor/events.ts';

/**
 * One event as a line of a log: when, which server, what happened. Undefined for one that another
 * event tells better.
 */
export function eventLine(event: SupervisorEvent): string | undefined {
  // `server.parked` follows, with the reason.
  if (event.type === 'server.state' && event.state === 'parked') return undefined;
  const time = new Date(event.at).toISOString();
  return `${time}  ${plainLine(event.server).padEnd(16)}  ${plainLine(describe(event))}`;
}

function describe(event: SupervisorEvent): string {
  switch (event.type) {
    case 'tools.changed':
    case 'prompts.changed':
    case 'resources.changed':
    case 'resourceTemplates.changed':
      return `${listNames[event.type]}: ${event.added.length} added, ${event.removed.length} removed, ${event.changed.length} changed`;
    case 'server.notice':
      return `notice: ${event.message}`;
    case 'server.replaced':
      return `its actor failed and was replaced by a parked one: ${event.message}`;
    default:
      return describeEvent(event);
  }
}

const listNames = {
  'tools.changed': 'tools',
  'prompts.changed': 'prompts',
  'resources.changed': 'resources',
  'resourceTemplates.changed': 'resource templates',
};
