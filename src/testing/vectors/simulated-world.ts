import type { ServerStatus } from '../../health/status.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { defaultPolicy, mergePolicy, type Policy } from '../../../machines/policy.ts';
import { createSupervisor } from '../../supervisor/create-supervisor.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { createStepClock, type StepClock } from '../step-clock.ts';
import { createPeers, readyForDialling } from '../world/scripted-peers.ts';
import { FleetCalls } from './fleet-calls.ts';
import { FleetHost } from './fleet-host.ts';
import { FleetWatch } from './fleet-watch.ts';
import type { TimeScale } from './duration.ts';
import { quietPolicy } from './quiet-policy.ts';
import { SimulatedPeers } from './simulated-peers.ts';
import { Unstageable, type VectorStage, type VectorWorld, type View } from './stage.ts';
import type { Act } from './step.ts';
import type { Vector } from './vector.ts';

/** The real supervisor with all its calls and lists, on a clock that stands still. */
export function simulatedWorld(): VectorWorld {
  return {
    name: 'world',
    async open(vector) {
      await readyForDialling();
      const stage = new SimulatedStage(vector);
      if (vector.started !== false) await stage.start();
      return stage;
    },
  };
}

class SimulatedStage implements VectorStage {
  readonly time: TimeScale;
  readonly #clock: StepClock = createStepClock();
  readonly #peers: SimulatedPeers;
  readonly #supervisor: Supervisor;
  readonly #watch: FleetWatch;
  readonly #calls: FleetCalls;
  readonly #host: FleetHost;
  readonly #first: string;
  /** How far the wall clock is ahead: the time that was slept. */
  #sleptMs = 0;

  constructor({ servers = { files: {} }, policy = {}, random = 0 }: Vector) {
    const [first = 'files'] = Object.keys(servers);
    this.#first = first;
    this.time = { policy: mergePolicy(defaultPolicy, machinePolicy(policy)), scale: 1 };
    this.#peers = new SimulatedPeers(createPeers(), this.time, servers);
    this.#watch = new FleetWatch();
    const clock = this.#clock;
    this.#supervisor = createSupervisor({
      clock: {
        now: () => clock.now(),
        setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
        clearTimeout: (timer) => clock.clearTimeout(timer),
        wall: () => clock.now() + this.#sleptMs,
      },
      random: () => random,
      policy: { ...quietPolicy, ...policy },
      servers: Object.fromEntries(
        Object.entries(servers).map(([name, setting]) => [name, entryOf(setting)]),
      ),
      link: this.#peers.open,
      inspect: (event) => this.#watch.inspect(event),
    });
    this.#watch.follow(this.#supervisor);
    this.#calls = new FleetCalls(this.#supervisor, first);
    this.#host = new FleetHost(this.#supervisor, first);
  }

  async start(): Promise<void> {
    this.#host.start();
    await this.#settle();
  }

  async act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'peer':
        await this.#peers.act(act.act, act.act.server ?? this.#first);
        break;
      case 'caller':
        await this.#calls.caller(act.act, this.#callerEdges());
        break;
      case 'call':
        this.#calls.start(act.act, this.time);
        break;
      case 'answer':
        this.#peers.answer(act.call);
        break;
      case 'cancel':
        this.#calls.cancel(act.call);
        break;
      case 'host':
        this.#actAsHost(act);
        break;
      case 'send':
        throw new Unstageable('Only a chart alone can be sent events.');
    }
    await this.#settle();
  }

  wait(durationMs: number): Promise<void> {
    return this.#clock.advanceSettled(durationMs);
  }

  look(server = this.#first): View {
    const known = this.#supervisor.status().servers.some((each) => each.server === server);
    const status: ServerStatus | undefined = known ? this.#supervisor.status(server) : undefined;
    return {
      state: this.#watch.stateOf(server),
      emitted: this.#watch.toldOf(server),
      links: this.#peers.linksOf(server),
      calls: this.#calls.outcomes,
      tools: this.#supervisor.tools().map(({ name }) => name),
      health: this.#supervisor.status().health,
      status,
      timers: this.#clock.pending > 0 ? 'some' : 'none',
      ...this.#host.outcomes,
    };
  }

  async stop(): Promise<void> {
    this.#peers.release();
    const end = { isOver: false };
    const over = () => (end.isOver = true);
    void Promise.all([this.#supervisor.stop(), this.#supervisor.stop()]).then(over, over);
    for (let seconds = 0; seconds < 60 && !end.isOver; seconds += 1) {
      await this.wait(1_000);
      this.#peers.release();
    }
    if (!end.isOver) throw new Error('the fleet did not end within a minute of the clock');
  }

  #actAsHost({ act }: Extract<Act, { kind: 'host' }>): void {
    if (act.does === 'sleep') {
      this.#sleptMs += this.#host.sleepMs(act, this.time);
      return;
    }
    if (act.does === 'shutdown') this.#peers.holdEnds();
    this.#host.act(act);
  }

  #callerEdges() {
    return {
      settle: () => this.#settle(),
      pass: (durationMs: number) => this.wait(durationMs),
      chatter: (server: string) => this.#peers.chatter(server),
      time: this.time,
    };
  }

  #settle(): Promise<void> {
    return this.#clock.advanceSettled(0);
  }
}

function entryOf({ transport, required, enabled, policy }: NonNullable<Vector['servers']>[string]) {
  const way = transport === 'http' ? { url: 'http://127.0.0.1:1/mcp' } : { command: 'server' };
  return {
    ...way,
    ...(required !== undefined && { required }),
    ...(enabled !== undefined && { enabled }),
    ...(policy && { policy }),
  } as ServerEntry;
}

/** The fleet's own limits are no part of what a duration can name. */
function machinePolicy(policy: Readonly<Record<string, unknown>>): Partial<Policy> {
  const known = Object.entries(policy).filter(([key]) => key in defaultPolicy);
  return Object.fromEntries(known) as Partial<Policy>;
}
