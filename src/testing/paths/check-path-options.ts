import type { EventCase } from './event-cases.ts';
import { pathCovers } from './goals.ts';
import { isMachine, notAMachine } from './machine-of.ts';
import { PathError } from './path-error.ts';
import type { PathOptions } from './path-plan.ts';

/** What JavaScript may hand in whatever the types say (E3). @throws PathError */
export function checkPathOptions(machine: unknown, { cover, events }: PathOptions): void {
  if (!isMachine(machine)) throw notAMachine(machine, 'What was given');
  if (cover !== undefined && !pathCovers.includes(cover))
    throw new PathError('BAD_INPUT', `cover: ${JSON.stringify(cover)} is nothing to cover.`, {
      advice: `Use one of ${pathCovers.join(', ')}.`,
    });
  events?.forEach((given: Partial<EventCase>, index) => {
    if (typeof given.event?.type !== 'string')
      throw new PathError('BAD_EVENT', `events.${index} holds no event with a type.`, {
        advice: "Write each as { event: { type: 'pay', amount: 5 } }.",
      });
  });
}
