import type { Policy } from '../../../machines/policy.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import { milliseconds, type TimeScale } from './duration.ts';
import { Unstageable } from './stage.ts';
import type { HostAct } from './step.ts';

/** Plays the host's part, and keeps what became of what it asked for last. */
export class FleetHost {
  readonly #supervisor: Supervisor;
  readonly #first: string;
  readonly #outcomes: Record<'retried' | 'startup' | 'report', unknown> = {
    retried: undefined,
    startup: undefined,
    report: undefined,
  };

  constructor(supervisor: Supervisor, first: string) {
    this.#supervisor = supervisor;
    this.#first = first;
  }

  get outcomes() {
    return { ...this.#outcomes };
  }

  start(): void {
    this.#keep('startup', this.#supervisor.start());
  }

  act(act: HostAct): void {
    const { does, server = this.#first, reason, policy, entry, force } = act;
    switch (does) {
      case 'start':
        return this.start();
      case 'retry':
        return this.#keep('retried', this.#supervisor.retry(server, reason));
      case 'configure':
        return this.#supervisor.configure(policy as Partial<Policy>);
      case 'shutdown':
        return this.#shutDown(act.server, force === true);
      case 'add':
        return this.#supervisor.add(server, entry as unknown as ServerEntry);
      case 'replace':
        return this.#supervisor.replace(server, entry as unknown as ServerEntry);
      case 'remove':
        return this.#keep('report', this.#supervisor.remove(server));
      case 'restart':
        return this.#keep('retried', this.#supervisor.restart(server));
      case 'sleep':
      case 'signal':
        throw new Unstageable(`In this world there is no ${does}.`);
    }
  }

  sleepMs({ forMs = 0 }: HostAct, time: TimeScale): number {
    return milliseconds(forMs, time);
  }

  /** S1, S3: the request that comes second is the one that forces. */
  #shutDown(server: string | undefined, force: boolean): void {
    const isSecond = this.#outcomes.report !== undefined;
    this.#keep('report', this.#supervisor.stop(server));
    if (force && !isSecond) this.#keep('report', this.#supervisor.stop(server));
  }

  #keep(what: 'retried' | 'startup' | 'report', promise: Promise<unknown>): void {
    this.#outcomes[what] = 'pending';
    // Not awaited: the case goes on, and looks at what became of it when it likes.
    void promise.then(
      (value) => (this.#outcomes[what] = value ?? 'done'),
      (error: unknown) => (this.#outcomes[what] = error),
    );
  }
}
