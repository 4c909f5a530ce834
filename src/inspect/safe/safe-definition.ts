import { isObject } from '../../is-object.ts';
import { boundedText } from './bounded-text.ts';

/** A state of a chart, as it is drawn: names and the ways between them. */
export interface SafeNode {
  readonly [part: string]: unknown;
}

/**
 * Copies of a machine's configuration what a drawing of it needs. A static context, inputs,
 * parameters, metadata and descriptions are a host's own data, and stay out.
 */
export function safeDefinition(config: object): SafeNode {
  const given = config as Readonly<Record<string, unknown>>;
  return withoutGaps({
    ...pick(given, ['id', 'key', 'type', 'history']),
    initial: safeInitial(given['initial']),
    target: safeTarget(given['target']),
    tags: safeNames(given['tags']),
    on: safeTransitionsByName(given['on']),
    after: safeTransitionsByName(given['after']),
    always: safeTransitions(given['always']),
    onDone: safeTransitions(given['onDone']),
    entry: safeNames(given['entry']),
    exit: safeNames(given['exit']),
    invoke: each(given['invoke'], safeInvoke),
    states: byName(given['states'], (node) => (isObject(node) ? safeDefinition(node) : undefined)),
  });
}

function safeInitial(initial: unknown): unknown {
  return isObject(initial)
    ? withoutGaps({
        target: safeTarget(initial['target']),
        actions: safeNames(initial['actions']),
      })
    : textOf(initial);
}

function safeInvoke(invoke: unknown): unknown {
  if (!isObject(invoke)) return undefined;
  return withoutGaps({
    ...pick(invoke, ['id', 'systemId']),
    src: nameOf(invoke['src']),
    onDone: safeTransitions(invoke['onDone']),
    onError: safeTransitions(invoke['onError']),
    onSnapshot: safeTransitions(invoke['onSnapshot']),
  });
}

function safeTransitionsByName(transitions: unknown): unknown {
  return byName(transitions, safeTransitions);
}

function safeTransitions(transitions: unknown): unknown {
  return each(transitions, (transition) => {
    if (!isObject(transition)) return textOf(transition);
    const { reenter, guard } = transition;
    return withoutGaps({
      target: safeTarget(transition['target']),
      guard: guard === undefined ? undefined : { type: nameOf(guard) },
      actions: safeNames(transition['actions']),
      reenter: typeof reenter === 'boolean' ? reenter : undefined,
    });
  });
}

function safeTarget(target: unknown): unknown {
  return each(target, textOf);
}

/** Actions and tags, which may stand alone or in a list. */
function safeNames(names: unknown): unknown {
  return each(names, (name) => (typeof name === 'string' ? textOf(name) : { type: nameOf(name) }));
}

/** What code is called; what it does, and what it is given, is not for a drawing. */
function nameOf(code: unknown): string {
  if (typeof code === 'string') return boundedText(code);
  if (isObject(code)) return nameOf(code['type'] ?? code['id']);
  return typeof code === 'function' ? boundedText(code.name || 'inline') : 'inline';
}

function each(given: unknown, copy: (part: unknown) => unknown): unknown {
  if (given === undefined || given === null) return undefined;
  return Array.isArray(given) ? given.map(copy) : copy(given);
}

function byName(given: unknown, copy: (part: unknown) => unknown): unknown {
  if (!isObject(given)) return undefined;
  // Own names only, and no prototype to set by one.
  const entries = Object.entries(given).map(([name, part]) => [boundedText(name), copy(part)]);
  return withoutGaps(Object.fromEntries(entries) as Record<string, unknown>);
}

function pick(given: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, textOf(given[name])]));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? boundedText(value) : undefined;
}

function withoutGaps(parts: Record<string, unknown>): SafeNode {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}
