import type { ChartEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import type { Chart } from './chart.ts';
import { ChartCallers } from './chart-callers.ts';
import { milliseconds, type TimeScale } from './duration.ts';
import { lateReportOf, reportOf } from './link-reports.ts';
import { Unstageable, unseen, type VectorStage, type View } from './stage.ts';
import type { Act, HostAct, PeerAct } from './step.ts';

/** A chart with the caller side's part played as the contract has it. */
export class ChartStage implements VectorStage {
  readonly #chart: Chart;
  readonly #callers: ChartCallers;
  /** Links that ended by themselves, which nobody has to stop. */
  readonly #crashed = new Set<string>();

  constructor(chart: Chart) {
    this.#chart = chart;
    this.#callers = new ChartCallers(chart);
  }

  get time(): TimeScale {
    return { policy: this.#chart.policy, scale: 1 };
  }

  async act(act: Act): Promise<void> {
    switch (act.kind) {
      case 'peer':
        this.#peer(act.act);
        break;
      case 'host':
        this.#host(act.act);
        break;
      case 'send':
        this.#chart.send(act.event as ChartEvent);
        break;
      default:
        this.#callers.act(act);
    }
    this.#callers.follow();
  }

  async wait(durationMs: number): Promise<void> {
    this.#chart.advance(durationMs);
    this.#callers.follow();
  }

  look(): View {
    const { state, asked, emitted, hasTimers } = this.#chart;
    const count = (verb: string) => asked.filter((line) => line.startsWith(verb)).length;
    return {
      ...unseen,
      state,
      emitted,
      links: {
        starts: count('start'),
        live: this.#living().length,
        checks: count('check'),
        closes: count('close'),
        forced: asked.filter((line) => line.endsWith('force')).length,
      },
      timers: hasTimers ? 'some' : 'none',
    };
  }

  async stop(): Promise<void> {
    this.#chart.stop();
  }

  #peer(act: PeerAct): void {
    if (act.does === 'crashes') return this.#crash();
    // Whoever has no link has nothing that could end.
    if (act.does === 'ends' && this.#living().length === 0) return;
    if (act.does === 'reportsLate') return this.#chart.reportLate(lateReportOf(act));
    const retryAfterMs =
      act.retryAfterMs === undefined ? undefined : milliseconds(act.retryAfterMs, this.time);
    const fact = reportOf(act, retryAfterMs);
    if (fact === undefined) throw new Unstageable(`A chart alone has no peer that ${act.does}.`);
    this.#chart.report(fact);
    // K8: of a session that was refused, the other calls may still bring their own verdicts.
    if (fact.type === 'link.lost' && fact.loss.kind === 'lost') this.#callers.cut();
  }

  /** C15 */
  #crash(): void {
    for (const number of this.#living()) this.#crashed.add(number);
    const error = new Error('the link is broken');
    this.#chart.send({ type: 'xstate.error.actor.link', error });
  }

  /** The numbers of the links that were started and have not ended. */
  #living(): string[] {
    const { asked } = this.#chart;
    const started = asked.filter((line) => line.startsWith('start ')).map((line) => line.slice(6));
    return started.filter(
      (number) => !asked.includes(`stop ${number}`) && !this.#crashed.has(number),
    );
  }

  #host({ does, reason, policy, force }: HostAct): void {
    const patch = policy as Partial<Policy> | undefined;
    switch (does) {
      case 'retry':
        return this.#chart.send({
          type: 'retry',
          ...(reason && { reason }),
          ...(patch && { policy: patch }),
        });
      case 'configure':
        return this.#chart.send({ type: 'configure', policy: patch ?? {} });
      case 'shutdown':
        return this.#chart.send({ type: 'shutdown', ...(force && { force }) });
      default:
        throw new Unstageable(`A chart alone knows no "${does}".`);
    }
  }
}
