import { createActor, type ActorRefFrom } from 'xstate';
import {
  createServerMachine,
  publicState,
  type Failure,
  type LinkEvent,
  type Loss,
  type Policy,
  type PublicState,
  type RetryReason,
  type ServerEmission,
  type ServerEvent,
  type ServerInput,
  type ServerMachine,
} from '../../machines/index.ts';
import {
  createScriptedLink,
  type LinkScript,
  type ScriptedLink,
} from '../../src/testing/scripted-link.ts';
import { createStepClock, type StepClock } from '../../src/testing/step-clock.ts';

export interface StageOptions extends Omit<Partial<ServerInput>, 'server'> {
  /** What chance says; 0 by default, which gives the bare delays. */
  readonly random?: () => number;
  readonly script?: LinkScript;
  /** Changes the actor before it starts, for example to listen. */
  readonly before?: (actor: ActorRefFrom<ServerMachine>) => void;
}

/** One server on a clock that stands still, with a peer that does as it is told. */
export interface Stage {
  readonly actor: ActorRefFrom<ServerMachine>;
  readonly clock: StepClock;
  readonly link: ScriptedLink;
  readonly emitted: readonly ServerEmission[];
  /** Errors of the actor itself; always empty unless a test says otherwise. */
  readonly errors: readonly unknown[];
  readonly state: PublicState;
  /** The chart's own state, for what the public state does not tell apart. */
  readonly value: string;
  readonly types: readonly string[];
  send(event: ServerEvent): void;
  retry(reason?: RetryReason, policy?: Partial<Policy>): void;
  report(fact: LinkEvent): void;
  opened(): void;
  failed(failure?: Partial<Failure>): void;
  lost(loss?: Partial<Loss>): void;
  advance(durationMs: number): void;
}

const bareMachine = createServerMachine({ random: () => 0 });

export function stage(options: StageOptions = {}): Stage {
  const { random, script, before, ...input } = options;
  const clock = createStepClock();
  const link = createScriptedLink(script);
  const machine = random === undefined ? bareMachine : createServerMachine({ random });
  const actor = createActor(machine.provide({ actors: { link: link.logic } }), {
    input: { server: 'files', ...input },
    clock,
  });
  const emitted: ServerEmission[] = [];
  const errors: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.subscribe({ error: (error) => errors.push(error) });
  before?.(actor);
  actor.start();
  return {
    actor,
    clock,
    link,
    emitted,
    errors,
    get state() {
      return publicState(actor.getSnapshot());
    },
    get value() {
      return JSON.stringify(actor.getSnapshot().value);
    },
    get types() {
      return emitted.map(({ type }) => type);
    },
    send: (event) => actor.send(event),
    retry: (reason, policy) =>
      actor.send({ type: 'retry', ...(reason && { reason }), ...(policy && { policy }) }),
    report: (fact) => link.report(fact),
    opened: () => link.report({ type: 'link.opened' }),
    failed: (failure) => link.report({ type: 'link.failed', failure: { ...refused, ...failure } }),
    lost: (loss) => link.report({ type: 'link.lost', loss: { ...died, ...loss } }),
    advance: (durationMs) => clock.advance(durationMs),
  };
}

/** Lets attempts fail, each after its wait, until the server parks. */
export function failUntilParked(on: Stage, failure?: Partial<Failure>): void {
  for (let attempt = 0; attempt < 100 && on.state.connection !== 'parked'; attempt += 1) {
    if (on.state.attempting) on.failed(failure);
    else on.advance(on.state.waitMs ?? 0);
  }
}

/** A session that has lived long enough to be stable (C5). */
export function becomeStable(on: Stage): void {
  on.opened();
  on.advance(on.actor.getSnapshot().context.policy.stableAfterMs);
}

/** Parked by its first failure. */
export function parked(failure: Partial<Failure> = {}, options: StageOptions = {}): Stage {
  const policy = { initialRetries: 0, reconnectRetries: 0, ...options.policy };
  const server = stage({ ...options, policy });
  server.failed(failure);
  return server;
}

/** Waiting after a loss, with retries, step and flaps at 1 and its one extra dial used (C10). */
export function troubled(): Stage {
  const server = stage({ policy: { eagerDials: 1 } });
  server.opened();
  server.lost();
  server.retry('call');
  server.failed();
  return server;
}

const refused: Failure = { kind: 'transient', code: 'ECONNREFUSED', message: 'refused' };
const died: Loss = { kind: 'lost', code: 'CHILD_EXITED', message: 'exited' };
