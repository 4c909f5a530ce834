import { createActor, type Actor } from 'xstate';
import type { ServerEmission, LinkEvent, ServerEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import { publicState } from '../../../machines/public-state.ts';
import { createServerMachine, type ServerMachine } from '../../../machines/server.machine.ts';
import { createScriptedLink, type ScriptedLink } from '../scripted-link.ts';
import { createStepClock, type StepClock } from '../step-clock.ts';
import { ChartStage, type Chart } from './chart-stage.ts';
import type { VectorWorld } from './stage.ts';
import type { Vector } from './vector.ts';

export interface MachineWorldOptions {
  /** Another machine than ours, to be tested by the same cases. */
  readonly createMachine?: (options: { random: () => number }) => ServerMachine;
}

/** The chart alone, on a clock that stands still, with a scripted link. */
export function machineWorld(options: MachineWorldOptions = {}): VectorWorld {
  const { createMachine = createServerMachine } = options;
  const machines = new Map<number, ServerMachine>();
  return {
    name: 'machine',
    async open(vector) {
      const { random = 0 } = vector;
      // Building a machine takes longer than most cases do.
      const machine = machines.get(random) ?? createMachine({ random: () => random });
      machines.set(random, machine);
      return new ChartStage(new ActorChart(machine, vector));
    },
  };
}

class ActorChart implements Chart {
  readonly emitted: ServerEmission[] = [];
  readonly #clock: StepClock = createStepClock();
  readonly #link: ScriptedLink = createScriptedLink();
  readonly #actor: Actor<ServerMachine>;

  constructor(machine: ServerMachine, { policy = {}, input }: Vector) {
    const { generation, parked } = input ?? {};
    this.#actor = createActor(machine.provide({ actors: { link: this.#link.logic } }), {
      clock: this.#clock,
      input: {
        server: 'files',
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
  }
}
