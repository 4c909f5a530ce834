import { createActor, type Actor } from 'xstate';
import type { ServerEmission, LinkEvent, ServerEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import { publicState } from '../../../machines/public-state.ts';
import { createServerMachine, type ServerMachine } from '../../../machines/server.machine.ts';
import { createScriptedLink, type ScriptedLink } from '../scripted-link.ts';
import { createStepClock, type StepClock } from '../step-clock.ts';
import type { Chart } from './chart.ts';
import { ChartStage } from './chart-stage.ts';
import type { VectorWorld } from './stage.ts';
import type { Vector } from './vector.ts';

/** Which machine the cases are held to. */
export interface MachineWorldOptions {
  /** Another machine than ours, to be tested by the same cases. */
  readonly createMachine?: (options: { random: () => number }) => ServerMachine;
}

/** The chart alone, on a clock that stands still, with a scripted link. */
export function machineWorld(options: MachineWorldOptions = {}): VectorWorld {
  const { createMachine = createServerMachine } = options;
  // Building a machine takes longer than most cases do, so that all with one chance share one.
  const machines = new Map<number, SharedMachine>();
  return {
    name: 'machine',
    async open(vector) {
      const { random = 0 } = vector;
      const shared = machines.get(random) ?? shareMachine(createMachine({ random: () => random }));
      machines.set(random, shared);
      return new ChartStage(new ActorChart(shared, vector));
    },
  };
}

interface SharedMachine {
  readonly machine: ServerMachine;
  /** The link of each case, by the name of its server. */
  readonly links: Map<string, ScriptedLink>;
}

/** Each case has a link of its own, which only its server's name leads to. */
function shareMachine(own: ServerMachine): SharedMachine {
  const links = new Map<string, ScriptedLink>();
  const { logic } = createScriptedLink();
  const machine = own.provide({
    actors: {
      link: {
        ...logic,
        start: (state, scope) => links.get(state.input.server)?.logic.start?.(state, scope),
      },
    },
  });
  return { machine, links };
}

class ActorChart implements Chart {
  readonly emitted: ServerEmission[] = [];
  readonly #clock: StepClock = createStepClock();
  readonly #link: ScriptedLink = createScriptedLink();
  readonly #actor: Actor<ServerMachine>;
  readonly #leave: () => void;

  constructor({ machine, links }: SharedMachine, { id, policy = {}, input }: Vector) {
    const { generation, parked } = input ?? {};
    links.set(id, this.#link);
    this.#leave = () => void links.delete(id);
    this.#actor = createActor(machine, {
      clock: this.#clock,
      input: {
        server: id,
        policy: policy as Partial<Policy>,
        ...(generation !== undefined && { generation }),
        ...(parked && { parked }),
      },
    });
    this.#actor.on('*', (event) => this.emitted.push(event));
    this.#actor.start();
  }

  get state() {
    return publicState(this.#actor.getSnapshot());
  }

  get policy(): Policy {
    return this.#actor.getSnapshot().context.policy;
  }

  get hasTimers(): boolean {
    return this.#clock.pending > 0;
  }

  /** The history says which link; the commands, in the same order, whether with force. */
  get asked(): string[] {
    const heard = new Map<string, number>();
    return this.#link.history.map((line) => {
      const [verb = '', number = ''] = line.split(' ');
      if (verb === 'start' || verb === 'stop') return line;
      const index = heard.get(number) ?? 0;
      heard.set(number, index + 1);
      const command = this.#link.attempts[Number(number) - 1]?.commands[index];
      return command?.type === 'close' && command.force === true ? `${line} force` : line;
    });
  }

  send(event: Parameters<Chart['send']>[0]): void {
    this.#actor.send(event as ServerEvent);
  }

  report(fact: LinkEvent): void {
    this.#link.report(fact);
  }

  reportLate(fact: LinkEvent): void {
    const stopped = this.#link.attempts.filter(({ stopped: isStopped }) => isStopped);
    if (stopped.length === 0) throw new Error('No link was stopped yet.');
    for (const attempt of stopped) attempt.report(fact);
  }

  advance(durationMs: number): void {
    this.#clock.advance(durationMs);
  }

  stop(): void {
    this.#actor.stop();
    this.#leave();
  }
}
