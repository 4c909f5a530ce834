import type { LinkEvent } from '../../machines/events.ts';
import type { RunningLink } from './server-actor.ts';

/** S1: after a shutdown was asked for, nothing may spawn or dial any more. */
export function createInertLink(report: (fact: LinkEvent) => void): RunningLink {
  return {
    start: () => undefined,
    obey: ({ type }) => {
      if (type === 'close') report({ type: 'link.closed' });
    },
    stop: () => undefined,
  };
}
