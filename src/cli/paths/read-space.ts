import type { PathOptions } from '../../testing/paths/path-plan.ts';
import { isServerMachine, serverSpace } from '../../testing/paths/server-space.ts';
import { isObject } from '../../is-object.ts';
import type { FoundMachine } from '../../testing/paths/machine-of.ts';
import { readEvents } from './read-events.ts';
import { readInput, withBudgets, type Budget } from './read-input.ts';

/** What the command line says about the space to explore. */
export interface SpaceArguments {
  readonly budget: readonly Budget[];
  readonly events?: string;
  readonly input?: string;
  readonly ignore: readonly string[];
}

type Space = Pick<PathOptions, 'input' | 'events' | 'keyOf' | 'ignore'>;

/**
 * The space of a machine: for holdfast's own and its variants with events, key and the smallest
 * budgets, and with `--budget` as policy; for any other as it is given.
 */
export async function readSpace({ machine }: FoundMachine, given: SpaceArguments): Promise<Space> {
  const input = given.input === undefined ? undefined : await readInput(given.input);
  const events = given.events === undefined ? [] : await readEvents(given.events);
  const { ignore, budget } = given;
  if (!isServerMachine(machine)) return { input: withBudgets(input, budget), events, ignore };
  const own = isObject(input) ? input : {};
  const policy = withBudgets(own['policy'], budget);
  const server = serverSpace(isObject(policy) ? policy : {});
  const types = new Set(events.map(({ event }) => event.type));
  const others = server.events.filter(({ event }) => !types.has(event.type));
  const laid = {
    ...(server.input as object),
    ...own,
    policy: (server.input as { policy: object }).policy,
  };
  return { ...server, input: laid, events: [...others, ...events], ignore };
}
