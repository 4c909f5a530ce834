import type { AnyActorRef } from 'xstate';
import { boundedText } from './bounded-text.ts';
import { safeDefinition, type SafeNode } from './safe-definition.ts';
import { asServerSnapshot, safeSnapshot, type SafeSnapshot } from './safe-snapshot.ts';

/** As much of an actor as its introduction needs; it stands in for the real one. */
export interface SafeActor {
  /** What the viewer calls it: a server by its name, others by the id that they were given. */
  readonly id: string;
  readonly sessionId: string;
  readonly _parent: { readonly sessionId: string } | undefined;
  readonly logic: { readonly config?: SafeNode };
  /** Where it stood when it was introduced, however late it is asked. */
  getSnapshot(): SafeSnapshot;
}

export function safeActor(ref: AnyActorRef): SafeActor {
  const { sessionId, _parent: parent } = ref;
  const config = definitionOf(ref);
  const snapshot = safeSnapshot(ref.getSnapshot());
  return {
    id: boundedText(serverOf(ref) ?? ref.id),
    sessionId,
    _parent: parent && { sessionId: parent.sessionId },
    logic: config ? { config } : {},
    getSnapshot: () => snapshot,
  };
}

/** The name of the server whose actor it is. */
export function serverOf(ref: AnyActorRef): string | undefined {
  return asServerSnapshot(ref.getSnapshot())?.context.server;
}

/** Of each machine once, since a fleet's servers share theirs. */
const definitions = new WeakMap<object, SafeNode>();

function definitionOf(ref: AnyActorRef): SafeNode | undefined {
  const { config } = (ref as { readonly logic?: { readonly config?: unknown } }).logic ?? {};
  // Only a machine has one that is a chart; a promise's or callback's is its function.
  if (typeof config !== 'object' || config === null) return undefined;
  const known = definitions.get(config) ?? safeDefinition(config);
  definitions.set(config, known);
  return known;
}
