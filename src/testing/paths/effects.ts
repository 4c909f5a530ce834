import type { AnyStateMachine, ExecutableActionsFrom } from 'xstate';
import { canBeSilenced } from './quiet-machine.ts';
import { timerName, type Timer } from './timers.ts';

/** What a step asks of the world around it. */
export interface Effects {
  /** As in `start link`, `send link close`, `emit server.parked`, `do notify`, in order. */
  readonly asked: readonly string[];
  readonly timers: ReadonlyMap<string, Timer>;
  /** Whether a real actor could be kept from doing any of it. */
  readonly silent: boolean;
}

interface Before {
  readonly timers: ReadonlyMap<string, Timer>;
  readonly nowMs: number;
}

/** Reads the actions that a pure transition returned. */
export function readEffects(
  machine: AnyStateMachine,
  actions: readonly ExecutableActionsFrom<AnyStateMachine>[],
  before: Before,
): Effects {
  const timers = new Map(before.timers);
  const asked: string[] = [];
  let silent = true;
  for (const action of actions as readonly Action[]) {
    const { type, params } = action;
    if (type === 'xstate.raise' && params?.delay !== undefined)
      timers.set(params.id ?? '', armed(machine, params, before.nowMs));
    else if (type === 'xstate.cancel') timers.delete(params?.sendId ?? '');
    else asked.push(...describe(action));
    silent &&= isSilent(machine, action);
  }
  return { asked, timers, silent };
}

interface Action {
  readonly type: string;
  readonly params?: {
    readonly id?: string;
    readonly sendId?: string;
    readonly src?: unknown;
    readonly delay?: number;
    readonly event?: { readonly type: string };
    readonly to?: unknown;
    readonly targetId?: string;
  };
}

function armed(
  machine: AnyStateMachine,
  params: NonNullable<Action['params']>,
  nowMs: number,
): Timer {
  const { event, delay = 0 } = params;
  const eventType = event?.type ?? '';
  const name = timerName(eventType, machine);
  return { name, eventType, delayMs: delay, dueMs: nowMs + delay };
}

function describe({ type, params }: Action): string[] {
  switch (type) {
    case 'xstate.spawnChild':
      return [`start ${params?.id ?? 'a child'}`];
    case 'xstate.stopChild':
      return params?.id === undefined ? [] : [`stop ${params.id}`];
    case 'xstate.sendTo':
      return [`send ${targetOf(params)} ${params?.event?.type ?? ''}`];
    case 'xstate.emit':
      return [`emit ${params?.event?.type ?? ''}`];
    case 'xstate.raise':
    case 'xstate.log':
      return [];
    default:
      return [`do ${type}`];
  }
}

function targetOf(params: Action['params']): string {
  if (params?.targetId !== undefined) return params.targetId;
  const { to } = params ?? {};
  return typeof to === 'object' && to !== null && 'id' in to ? String(to.id) : 'another actor';
}

function isSilent(machine: AnyStateMachine, { type, params }: Action): boolean {
  if (type === 'xstate.spawnChild') return canBeSilenced(machine, 'actors', params?.src);
  // What is sent to a child reaches one that does nothing; any other actor is somebody's own.
  if (type === 'xstate.sendTo') return params?.targetId !== undefined || params?.to !== undefined;
  return type.startsWith('xstate.') || canBeSilenced(machine, 'actions', type);
}
