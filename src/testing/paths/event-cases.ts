import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { nearestName } from '../../../machines/nearest-name.ts';
import { PathError } from './path-error.ts';
import { allStates, leavesOf, pathOf } from './state-names.ts';

/** One thing that can happen to a machine: an event with one payload. */
export interface EventCase {
  /** The event, with its payload. JSON, if tests are to be written. */
  readonly event: AnyEventObject;
  /** Path of the state in which it can happen, as in `connection.ready`. Default: everywhere. */
  readonly within?: string;
  /** Id of the child actor without which it cannot happen. Default: that of its own `xstate.*.actor` event. */
  readonly from?: string;
}

/** A case with the name that tests and tables call it by. */
export interface NamedCase extends EventCase {
  readonly name: string;
}

/**
 * All that can happen to a machine, beside its timers: what is given, and every other event that the
 * chart names, without payload. Ends and errors of children are among them.
 * @throws PathError `BAD_EVENT` for an event or a state that the machine does not know.
 */
export function nameCases(machine: AnyStateMachine, given: readonly EventCase[]): NamedCase[] {
  const declared = declaredTypes(machine);
  for (const each of given) check(machine, each, declared);
  const types = new Set(given.map(({ event }) => event.type));
  const bare = declared.filter((type) => !isWildcard(type) && !types.has(type));
  const cases = [...given, ...bare.map((type): EventCase => ({ event: { type } }))];
  return cases.map((each) => ({ ...each, name: nameOf(each.event, cases) }));
}

/** Whether a case can happen in a state at all; whether anything comes of it is the machine's to say. */
export function isPossible(
  { event, within, from }: EventCase,
  snapshot: AnyMachineSnapshot,
): boolean {
  const child = from ?? /^xstate\.(?:done|error|snapshot)\.actor\.(.+)$/.exec(event.type)?.[1];
  const children = snapshot.children as Readonly<Record<string, unknown>>;
  if (child !== undefined && children[child] === undefined) return false;
  return within === undefined || leavesOf(snapshot).some((leaf) => isAt(pathOf(leaf), within));
}

function isAt(path: string, within: string): boolean {
  return path === within || path.startsWith(`${within}.`);
}

/** Types that can be sent from outside; timers and the ends of states come by themselves. */
function declaredTypes(machine: AnyStateMachine): string[] {
  const types = allStates(machine).flatMap((node) => [...node.transitions.keys()]);
  return [...new Set(types)].filter(
    (type) => !/^xstate\.(after|done\.state|route|init)/.test(type),
  );
}

function check(
  machine: AnyStateMachine,
  { event, within }: EventCase,
  declared: readonly string[],
): void {
  if (!declared.some((descriptor) => matches(descriptor, event.type)))
    throw unknown(`No state of ${machine.id} knows the event ${event.type}.`, event.type, declared);
  if (within === undefined) return;
  const paths = allStates(machine).map(pathOf);
  if (!paths.includes(within))
    throw unknown(`${machine.id} has no state ${within}.`, within, paths);
}

function isWildcard(descriptor: string): boolean {
  return descriptor === '*' || descriptor.endsWith('.*');
}

/** XState's own rule: `*` is any event, and `link.*` any that begins so. */
export function matches(descriptor: string, type: string): boolean {
  if (descriptor === type || descriptor === '*') return true;
  return descriptor.endsWith('.*') && `${type}.`.startsWith(descriptor.slice(0, -1));
}

function unknown(message: string, word: string, known: readonly string[]): PathError {
  const nearest = nearestName(word, known);
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  return new PathError('BAD_EVENT', message, {
    advice:
      known.length === 0
        ? 'It reacts to no event that could be sent to it.'
        : `${meant}It knows ${known.join(', ')}.`,
  });
}

/** The type, and of the payload what sets it apart from the other cases of that type. */
function nameOf(event: EventObject, cases: readonly EventCase[]): string {
  const type = friendlyType(event.type);
  const rivals = cases.map((each) => each.event).filter((other) => other.type === event.type);
  const payloads = new Map(rivals.map((rival) => [JSON.stringify(rival), payloadOf(rival)]));
  const own = payloadOf(event);
  const telling = [...own].filter(([path, value]) =>
    [...payloads.values()].some((payload) => payload.get(path) !== value),
  );
  const details = telling.map(([path, value]) => `${path.split('.').at(-1) ?? path} ${value}`);
  return details.length === 0 ? type : `${type} (${details.join(', ')})`;
}

function friendlyType(type: string): string {
  const [, kind, child] = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/.exec(type) ?? [];
  return kind === undefined || child === undefined ? type : `${kind} ${child}`;
}

function payloadOf(event: EventObject): Map<string, string> {
  const values = new Map<string, string>();
  flatten(event, '', values);
  values.delete('type');
  return values;
}

function flatten(value: unknown, path: string, values: Map<string, string>): void {
  if (typeof value !== 'object' || value === null)
    return void values.set(path, typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  for (const [key, inner] of Object.entries(value))
    flatten(inner, path === '' ? key : `${path}.${key}`, values);
}
