import type { CallEvent } from '../../../machines/events.ts';
import type { Chart } from './chart.ts';
import { milliseconds } from './duration.ts';
import { Unstageable } from './stage.ts';
import type { Act, CallerAct } from './step.ts';

interface Running {
  readonly generation: number;
  readonly isProbe: boolean;
}

type CallersAct = Exclude<Act, { kind: 'peer' | 'host' | 'send' }>;
type FailureKind = Extract<CallEvent, { type: 'call.failed' }>['failure']['kind'];

/** What the caller side tells a chart, as sections 2 and 4 of the contract have it, and no more. */
export class ChartCallers {
  readonly #chart: Chart;
  readonly #running = new Map<string, Running>();
  #provenGeneration = 0;
  #toldDrain = false;

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  act(act: CallersAct): void {
    switch (act.kind) {
      case 'caller':
        for (let time = act.act.times ?? 1; time > 0; time -= 1) this.#caller(act.act);
        return;
      case 'call':
        return this.#start(act.act.id);
      case 'answer':
        return this.#succeed(this.#end(act.call));
      case 'cancel':
        if (this.#end(act.call).isProbe) this.#chart.send({ type: 'call.probeCancelled' });
    }
  }

  /** B2: however many calls a loss ends, it is one failure. */
  cut(): void {
    const [first] = this.#running.values();
    this.#running.clear();
    if (first !== undefined) this.#fail(first, { does: 'fails', of: 'transport' });
  }

  /** Nothing is in flight, or not any more: C9 and S2 want to know. */
  follow(): void {
    const { draining, connection } = this.#chart.state;
    if (draining !== true) this.#toldDrain = false;
    // What a drain did not wait for was ended by it, and says nothing (B2).
    if (connection !== 'ready' && draining !== true) this.#running.clear();
    if (draining !== true || this.#running.size > 0 || this.#toldDrain) return;
    this.#toldDrain = true;
    this.#chart.send({ type: 'drained' });
  }

  #caller(act: CallerAct): void {
    switch (act.does) {
      case 'succeeds':
        return this.#succeed(this.#probing() ?? this.#dispatch(act), act);
      case 'fails':
        return this.#fail(this.#probing() ?? this.#dispatch(act), act);
      case 'takesProbe':
        this.#running.set('probe', this.#dispatch(act));
        return;
      case 'cancelsProbe':
        this.#running.delete('probe');
        return this.#chart.send({ type: 'call.probeCancelled' });
    }
  }

  #start(id: string): void {
    if (this.#chart.state.connection !== 'ready')
      throw new Unstageable('With a chart alone no call can wait for a session.');
    this.#running.set(id, this.#dispatch({ does: 'succeeds' }));
  }

  /** B4: in half-open the first call takes the slot. */
  #dispatch({ timeoutMs }: CallerAct): Running {
    const { breaker, probe, generation } = this.#chart.state;
    if (breaker !== 'halfOpen' || probe === 'taken') return { generation, isProbe: false };
    this.#chart.send({ type: 'call.probe', ...(timeoutMs !== undefined && { timeoutMs }) });
    return { generation, isProbe: this.#chart.state.probe === 'taken' };
  }

  #probing(): Running | undefined {
    const probe = this.#running.get('probe');
    this.#running.delete('probe');
    return probe;
  }

  #end(id: string): Running {
    const running = this.#running.get(id);
    if (running === undefined) throw new Unstageable(`The call ${id} is not under way.`);
    this.#running.delete(id);
    return running;
  }

  /** K10: the first answer of a session is its proof. */
  #succeed(running: Running, act: Pick<CallerAct, 'generation'> = {}): void {
    const { generation, connection } = this.#chart.state;
    const spoken = running.generation + (act.generation ?? 0);
    if (connection === 'ready' && spoken === generation && this.#provenGeneration !== generation) {
      this.#provenGeneration = generation;
      this.#chart.report({ type: 'link.proven' });
    }
    this.#chart.send({
      type: 'call.succeeded',
      generation: spoken,
      ...(running.isProbe && { probe: true }),
    });
  }

  #fail(running: Running, act: CallerAct): void {
    const kind: FailureKind = act.of ?? 'transport';
    // K1: this is how long it takes to see that a call has timed out.
    if (kind === 'timeout')
      this.#chart.advance(
        milliseconds({ policy: 'callTimeoutMs' }, { policy: this.#chart.policy, scale: 1 }),
      );
    this.#chart.send({
      type: 'call.failed',
      failure: { kind },
      generation: running.generation + (act.generation ?? 0),
      ...(running.isProbe && { probe: true }),
      ...(kind === 'timeout' && { linkIdle: act.linkIdle ?? true }),
      ...(act.rateTripped && { rateTripped: true }),
    });
  }
}
