import { activeStates } from '../../machines/active-states.ts';
import type { ServerInput, ServerOutput } from '../../machines/context.ts';
import type { ServerEmission, ServerEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import { publicState, type PublicState } from '../../machines/public-state.ts';
import { faultOf, faultyState, type Fault } from './fault.ts';
import type { ServerActor } from './server-actor.ts';

/** Who hears of a server's actors, whichever of them it is. */
export interface ActorListener {
  emitted(event: ServerEmission): void;
  /** After each step. */
  moved(): void;
  /** A defect has stopped the actor; its successor starts right after this. */
  crashed(fault: Fault): void;
  /** The successor could not start either, so for now nobody follows. */
  notReplaced(fault: Fault): void;
  ended(output: ServerOutput): void;
}

/**
 * The actor of a server, and whoever follows it: a defect of ours that stops one must not cost the
 * server, so the next one parks and probes like any other (C15).
 */
export class Succession {
  readonly #server: string;
  readonly #createActor: (input: ServerInput) => ServerActor;
  #listener: ActorListener | undefined;
  #actor: ServerActor;
  #snapshot: unknown;
  #state: PublicState;
  #isStarted = false;
  #isReplacing = false;
  #endAsked: 'no' | 'plain' | 'forced' = 'no';

  constructor(server: string, policy: Policy, createActor: (input: ServerInput) => ServerActor) {
    this.#server = server;
    this.#createActor = createActor;
    this.#actor = createActor({ server, policy });
    this.#state = publicState(this.#actor.getSnapshot());
  }

  /** To be called once, before the start; an actor that failed to come up is told of at once. */
  tell(listener: ActorListener): void {
    this.#listener = listener;
    this.#observe(this.#actor);
  }

  /** Whether there is anybody to hear a retry (R13). */
  get isRunning(): boolean {
    return this.#isStarted && this.#actor.getSnapshot().status !== 'done';
  }

  get isEndAsked(): boolean {
    return this.#endAsked !== 'no';
  }

  start(): void {
    this.#isStarted = true;
    this.#actor.start();
  }

  /** An actor that has ended hears nothing more. */
  send(event: ServerEvent): void {
    if (this.#actor.getSnapshot().status === 'active') this.#actor.send(event);
  }

  policy(): Policy {
    return this.#actor.getSnapshot().context.policy;
  }

  /** The machine's state in public terms; the same object until the machine moves. */
  state(): PublicState {
    const snapshot = this.#actor.getSnapshot();
    if (snapshot === this.#snapshot && snapshot.status !== 'error') return this.#state;
    this.#snapshot = snapshot;
    this.#state =
      snapshot.status === 'error'
        ? faultyState(this.#state, this.isEndAsked)
        : publicState(snapshot);
    return this.#state;
  }

  /** The chart's active states by path, for those who draw it. */
  /** C5: the present wait is as long as it is because the server asked for it. */
  waitIsHinted(): boolean {
    return this.#actor.getSnapshot().context.wait?.hinted === true;
  }

  activeStates(): string[] {
    return activeStates(this.#actor.getSnapshot().value);
  }

  /** Lets somebody follow an actor that nobody could replace when it crashed. */
  revive(): void {
    const { status, error } = this.#actor.getSnapshot();
    if (status === 'error') this.#startSuccessor(faultOf(error));
  }

  shutDown(force: boolean): void {
    this.#endAsked = force ? 'forced' : 'plain';
    // An actor that never ran still has to say that it has ended; it gets no real link for that.
    if (!this.#isStarted) this.start();
    this.send({ type: 'shutdown', force });
    // S1: nobody else is there to say that it has ended.
    if (this.#actor.getSnapshot().status === 'error') this.#end({ killed: 0, left: 0 });
  }

  #observe(actor: ServerActor): void {
    actor.on('*', (event) => this.#listener?.emitted(event));
    actor.subscribe({
      next: () => this.#listener?.moved(),
      complete: () => this.#end(actor.getSnapshot().output ?? { killed: 0, left: 0 }),
      error: (error) => this.#replace(error),
    });
  }

  #end(output: ServerOutput): void {
    this.#listener?.moved();
    this.#listener?.ended(output);
  }

  #replace(error: unknown): void {
    // A successor that errors as well is not succeeded at once, or that would never end.
    if (this.#isReplacing) return;
    const fault = faultOf(error);
    this.#listener?.crashed(fault);
    this.#startSuccessor(fault);
    // S1: what was asked of the old one holds for the new one.
    if (this.isEndAsked) this.shutDown(this.#endAsked === 'forced');
  }

  #startSuccessor(parked: Fault): void {
    const { policy, generation } = this.#actor.getSnapshot().context;
    this.#isReplacing = true;
    const actor = this.#createActor({ server: this.#server, policy, generation, parked });
    if (actor.getSnapshot().status !== 'error') {
      this.#actor = actor;
      this.#observe(actor);
      actor.start();
    }
    this.#isReplacing = false;
    if (this.#actor.getSnapshot().status === 'error') this.#listener?.notReplaced(parked);
    this.#listener?.moved();
  }
}
