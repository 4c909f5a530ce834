import { createSupervisor, type Supervisor } from '../../../src/index.ts';
import { FleetCalls } from '../../../src/testing/vectors/fleet-calls.ts';
import { FleetHost } from '../../../src/testing/vectors/fleet-host.ts';
import { FleetWatch } from '../../../src/testing/vectors/fleet-watch.ts';
import type {
  Patience,
  VectorStage,
  VectorWorld,
  View,
} from '../../../src/testing/vectors/stage.ts';
import type { Act, PeerAct } from '../../../src/testing/vectors/step.ts';
import type { Vector } from '../../../src/testing/vectors/vector.ts';
import { until } from '../../link/processes.ts';
import { createCountingClock } from '../../requirements/counting-clock.ts';
import { httpStrings } from './http-puppet.ts';
import { cameWithin } from './patience.ts';
import { Puppet, type Strings } from './puppet.ts';
import { scaledPolicy } from './scaled-policy.ts';
import { stdioStrings } from './stdio-puppet.ts';

const NAME = 'files';
const BOUND_MS = 15_000;
/** A timer of Node may fire this much before its time. */
const TOLERANCE_MS = 2;

/** Real servers: child processes, or HTTP over loopback. Time is real, and shorter. */
export function realWorld(name: 'stdio' | 'http'): VectorWorld {
  return {
    name,
    async open(vector) {
      const puppet = new Puppet();
      const strings = await (name === 'stdio' ? stdioStrings : httpStrings)(puppet);
      return new RealStage(vector, puppet, strings);
    },
  };
}

class RealStage implements VectorStage {
  readonly time;
  readonly patience: Patience = { until: (holds, notBeforeMs) => this.#until(holds, notBeforeMs) };
  readonly #puppet: Puppet;
  readonly #strings: Strings;
  readonly #watch = new FleetWatch();
  readonly #clock = createCountingClock();
  readonly #supervisor: Supervisor;
  readonly #calls: FleetCalls;
  readonly #host: FleetHost;
  #actedAt = performance.now();
  #movedAt = performance.now();

  constructor(vector: Vector, puppet: Puppet, strings: Strings) {
    this.#puppet = puppet;
    this.#strings = strings;
    const time = scaledPolicy(vector);
    this.time = time;
    this.#supervisor = createSupervisor({
      servers: { [NAME]: strings.entry },
      policy: time.given,
      random: () => vector.random ?? 0,
      clock: this.#clock,
      inspect: (event) => {
        this.#watch.inspect(event);
        this.#movedAt = performance.now();
      },
    });
    this.#watch.follow(this.#supervisor);
    this.#calls = new FleetCalls(this.#supervisor, NAME);
    this.#host = new FleetHost(this.#supervisor, NAME);
    this.#host.start();
  }

  async act(act: Act): Promise<void> {
    this.#actedAt = performance.now();
    switch (act.kind) {
      case 'peer':
        return this.#peer(act.act);
      case 'caller':
        return this.#calls.caller(act.act, {
          time: this.time,
          settle: (isOver) => until(isOver, 'the call has ended', BOUND_MS),
          pass: () => Promise.reject(new Error('real time passes by itself')),
          chatter: () => undefined,
        });
      case 'call':
        return this.#calls.start(act.act, this.time);
      case 'answer':
        return this.#puppet.answer(act.call);
      case 'cancel':
        return this.#calls.cancel(act.call);
      case 'host':
        return this.#host.act(act.act);
      case 'send':
        throw new Error('only a chart alone can be sent events');
    }
  }

  /** Time passes by itself; what it brings is waited for where it is expected. */
  async wait(): Promise<void> {}

  look(): View {
    return {
      state: this.#watch.stateOf(NAME),
      emitted: this.#watch.toldOf(NAME),
      links: { ...this.#puppet.counts, live: undefined, closes: undefined, forced: undefined },
      calls: this.#calls.outcomes,
      tools: this.#supervisor.tools().map(({ name }) => name),
      health: this.#supervisor.status().health,
      status: this.#supervisor.status(NAME),
      timers: this.#clock.pending > 0 ? 'some' : 'none',
      ...this.#host.outcomes,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.#supervisor.stop(), this.#supervisor.stop()]);
    await this.#strings.close();
  }

  /** An act is over once the supervisor has heard of it, so that what follows is what follows it. */
  async #peer(act: PeerAct): Promise<void> {
    const before = this.#heard(act);
    await this.#puppet.act(act, this.#strings);
    await until(() => this.#heard(act) > before || this.#isEnding(), `it ${act.does}`, BOUND_MS);
  }

  #heard({ does }: PeerAct): number {
    const told = this.#watch.toldOf(NAME);
    const count = (type: string) => told.filter((event) => event.type === type).length;
    switch (does) {
      case 'opens':
        return this.#watch.stateOf(NAME)?.generation ?? 0;
      case 'refuses':
        return count('server.failed');
      case 'dies':
      case 'forgets':
        return count('server.lost');
      default:
        return Infinity;
    }
  }

  #isEnding(): boolean {
    return this.#watch.stateOf(NAME)?.connection === 'shutdown';
  }

  async #until(holds: () => boolean, notBeforeMs: number): Promise<'held' | 'early' | 'never'> {
    if ((await cameWithin(BOUND_MS, holds)) === 'never') return 'never';
    const tookMs = this.#movedAt - this.#actedAt;
    return notBeforeMs > 0 && tookMs < notBeforeMs - TOLERANCE_MS ? 'early' : 'held';
  }
}
