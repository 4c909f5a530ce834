import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { ServerContext, ServerInput } from '../../../machines/context.ts';
import type { ChartEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import type { Asked } from '../lines/line.ts';

/** What a server's machine did in one step. */
export interface WatchedStep {
  readonly server: string;
  /** Counts the machines that a name has had, from 1. */
  readonly life: number;
  /** `xstate.init` for the first one, which has the machine's input. */
  readonly event: ChartEvent | { readonly type: 'xstate.init'; readonly input: ServerInput };
  /** When the event came, on the caller's clock. */
  readonly receivedAt: number;
  readonly snapshot: MachineSnapshot;
  readonly asked: readonly Asked[];
  readonly draws: readonly number[];
}

/** Where a server stands. */
export interface Standing {
  readonly server: string;
  readonly life: number;
  readonly snapshot: MachineSnapshot;
}

export interface MachineSnapshot {
  readonly status: string;
  readonly value: unknown;
  readonly context: ServerContext;
}

export interface ActorListener {
  /** Called once a step is complete. */
  stepped(step: WatchedStep): void;
  /** Called after that, for what was told of the server meanwhile. */
  settled(server: string): void;
}

/** One server's actor, and what is known of the step that it takes. */
interface Watched {
  /** Undefined until its first step. */
  life: number | undefined;
  readonly arrivals: number[];
  asked: Asked[];
  draws: number[];
  /** Its transition is made, and what follows from it is being done. */
  isStepping: boolean;
  /** After the last step that was told. */
  told: MachineSnapshot | undefined;
}

/**
 * Reads XState's inspection of a fleet's server actors as steps. What is drawn and asked belongs to
 * the step between the two reports of an actor that enclose it: nothing else of it runs meanwhile.
 */
export class ActorWatch {
  readonly #now: () => number;
  readonly #listener: ActorListener;
  /** By the actor system: each server has one of its own. */
  readonly #watched = new WeakMap<object, Watched>();
  readonly #actors = new Map<string, AnyActorRef>();
  readonly #lives = new Map<string, number>();
  /** Those that live, also when a successor has their name. */
  readonly #living = new Map<AnyActorRef, string>();
  #drawn: number[] = [];

  constructor(now: () => number, listener: ActorListener) {
    this.#now = now;
    this.#listener = listener;
  }

  /** Chance that was drawn, by a machine or by whatever else takes it from the same source. */
  drew(value: number): void {
    this.#drawn.push(value);
  }

  /** Whether what is told of a server now follows from a step that is not complete yet. */
  isStepping(server: string): boolean {
    const actor = this.#actors.get(server);
    return actor !== undefined && this.#watched.get(actor.system)?.isStepping === true;
  }

  /**
   * Where each server stood after the last step that was told: one that is being told, or is still
   * to come, goes on from there.
   */
  standings(): Standing[] {
    return [...this.#living].flatMap(([{ system }, server]) => {
      const { told: snapshot, life = 1 } = this.#of(system);
      return snapshot === undefined ? [] : [{ server, life, snapshot }];
    });
  }

  /** The policy that each server's machine has, whether or not it was started. */
  policies(): ReadonlyMap<string, Policy> {
    return new Map(
      [...this.#actors].map(([server, actor]) => [server, snapshotOf(actor).context.policy]),
    );
  }

  inspect(event: InspectionEvent): void {
    const { actorRef, rootId } = event;
    if (!isActor(actorRef)) return;
    if (actorRef.sessionId === rootId) this.#ofServer(event, actorRef);
    else this.#ofLink(event, actorRef, rootId);
  }

  #ofServer(event: InspectionEvent, actor: AnyActorRef): void {
    const watched = this.#of(actor.system);
    switch (event.type) {
      case '@xstate.event':
        this.#drawn = [];
        watched.arrivals.push(this.#now());
        return;
      case '@xstate.microstep':
        watched.isStepping = true;
        // Known before it starts, so that what its first step tells is known to be its own.
        this.#know(actor, watched, contextOf(event.snapshot).server);
        watched.draws.push(...this.#drawn);
        this.#drawn = [];
        return;
      case '@xstate.snapshot':
        this.#drawn = [];
        return this.#stepped(actor, watched, event);
      case '@xstate.actor':
        this.#drawn = [];
        return;
      default:
    }
  }

  #ofLink(event: InspectionEvent, { system }: AnyActorRef, rootId: string): void {
    if (event.type === '@xstate.actor') this.#of(system).asked.push('start');
    if (event.type !== '@xstate.event' || event.sourceRef?.sessionId !== rootId) return;
    const { type, force } = event.event as { readonly type: string; readonly force?: boolean };
    if (type === 'check') this.#of(system).asked.push('check');
    if (type === 'close') this.#of(system).asked.push(force === true ? 'close force' : 'close');
  }

  #stepped(actor: AnyActorRef, watched: Watched, { event, snapshot }: InspectedSnapshot): void {
    const { asked, draws } = watched;
    const receivedAt = watched.arrivals.shift() ?? this.#now();
    watched.asked = [];
    watched.draws = [];
    watched.isStepping = false;
    const { server } = contextOf(snapshot);
    if (snapshot.status === 'active') this.#know(actor, watched, server);
    const life = watched.life ?? 1;
    const step = { server, life, event: event as WatchedStep['event'], receivedAt, asked, draws };
    const after = snapshot as unknown as MachineSnapshot;
    this.#listener.stepped({ ...step, snapshot: after });
    watched.told = after;
    if (snapshot.status !== 'active') this.#forget(actor, server);
    this.#listener.settled(server);
  }

  /** F4: one that was removed and still closes does not take the place of its successor. */
  #know(actor: AnyActorRef, watched: Watched, server: string): void {
    const newest = this.#lives.get(server) ?? 0;
    watched.life ??= newest + 1;
    this.#living.set(actor, server);
    if (watched.life < newest) return;
    this.#lives.set(server, watched.life);
    this.#actors.set(server, actor);
  }

  #forget(actor: AnyActorRef, server: string): void {
    this.#living.delete(actor);
    // A successor may have taken its place while it failed (C15).
    if (this.#actors.get(server) === actor) this.#actors.delete(server);
  }

  #of(system: object): Watched {
    const known = this.#watched.get(system);
    if (known !== undefined) return known;
    const watched: Watched = {
      life: undefined,
      arrivals: [],
      asked: [],
      draws: [],
      isStepping: false,
      told: undefined,
    };
    this.#watched.set(system, watched);
    return watched;
  }
}

type InspectedSnapshot = Extract<InspectionEvent, { type: '@xstate.snapshot' }>;

function isActor(ref: unknown): ref is AnyActorRef {
  return typeof ref === 'object' && ref !== null && 'sessionId' in ref;
}

function contextOf(snapshot: unknown): ServerContext {
  return (snapshot as MachineSnapshot).context;
}

function snapshotOf(actor: AnyActorRef): MachineSnapshot {
  return actor.getSnapshot() as MachineSnapshot;
}
