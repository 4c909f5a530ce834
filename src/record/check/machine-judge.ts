import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { Policy } from '../../../machines/policy.ts';
import { createServerMachine, type ServerMachine } from '../../../machines/server.machine.ts';
import type { Asked, ResumedLine, StartedLine, StepLine } from '../lines/line.ts';
import { safeState } from '../lines/safe-state.ts';
import { chartEvent } from './chart-event.ts';
import { Draws, type Expected, type Judge, type Objection } from './judge.ts';
import { MachineTimers, type TimerAction } from './machine-timers.ts';

type Snapshot = SnapshotFrom<ServerMachine>;

interface Action extends TimerAction {
  readonly params?: TimerAction['params'] & {
    readonly event?: { readonly type: string; readonly force?: boolean };
    readonly targetId?: string;
  };
}

/** Makes judges that hold a recording to the machine itself, one for each server. */
export function createMachineJudges(): () => Judge {
  const draws = new Draws();
  const machine = createServerMachine({ random: draws.draw });
  return () => new MachineJudge(machine, draws);
}

class MachineJudge implements Judge {
  readonly name = 'the machine';
  readonly #machine: ServerMachine;
  readonly #draws: Draws;
  readonly #timers = new MachineTimers();
  #snapshot: Snapshot | undefined;

  constructor(machine: ServerMachine, draws: Draws) {
    this.#machine = machine;
    this.#draws = draws;
  }

  start(line: StartedLine): Expected {
    const { server, policy, generation, parked } = line;
    this.#draws.load(line.draws);
    this.#timers.clear();
    const [snapshot, actions] = initialTransition(this.#machine, {
      server,
      policy: policy as Partial<Policy>,
      ...(generation !== undefined && { generation }),
      ...(parked && { parked: { ...parked, message: '' } }),
    });
    return this.#expect(snapshot, actions, line);
  }

  resume({ value, context, at, server }: ResumedLine): void {
    const [{ children }] = initialTransition(this.#machine, { server });
    const resumed = this.#machine.resolveState({ value: value as Snapshot['value'], context });
    const snapshot = { ...resumed, children } as Snapshot;
    this.#snapshot = snapshot;
    this.#timers.resume(timersOf(snapshot), at);
  }

  take(line: StepLine): Expected | Objection {
    const before = this.#snapshot;
    if (before?.status !== 'active')
      return { text: 'its machine had ended, and takes nothing any more', rule: 'S1' };
    const objection = this.#timers.take(line);
    if (objection) return objection;
    this.#draws.load(line.draws);
    const [snapshot, actions] = transition(this.#machine, before, chartEvent(line));
    return this.#expect(snapshot, actions, line);
  }

  #expect(
    snapshot: Snapshot,
    actions: readonly object[],
    line: { readonly at: number; readonly tookMs?: number },
  ): Expected {
    this.#snapshot = snapshot;
    this.#timers.follow(actions as Action[], line);
    if (snapshot.status !== 'active') this.#timers.clear();
    return {
      state: safeState(snapshot.value, snapshot.context),
      value: snapshot.value,
      asked: (actions as Action[]).flatMap(askedBy),
      draws: this.#draws.taken,
    };
  }
}

function askedBy({ type, params }: Action): Asked[] {
  if (type === 'xstate.spawnChild') return ['start'];
  if (type !== 'xstate.sendTo') return [];
  if (params?.event?.type === 'check') return ['check'];
  if (params?.event?.type !== 'close') return [];
  return [params.event.force === true ? 'close force' : 'close'];
}

/** The events of the timers that run in a snapshot's states. */
function timersOf(snapshot: Snapshot): string[] {
  const { _nodes: nodes } = snapshot as unknown as {
    readonly _nodes: readonly { readonly after: readonly { readonly eventType: string }[] }[];
  };
  return nodes.flatMap(({ after }) => after.map(({ eventType }) => eventType));
}
