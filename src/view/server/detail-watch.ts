import type { SupervisorEvent } from '../../supervisor/events.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { ServerDetail } from '../wire/frame.ts';

/** Looks at one server for a page that shows it. */
export class DetailWatch {
  readonly #supervisor: Supervisor;
  readonly #server: string;
  /** The newest entry of its timeline that may have changed them: never the same twice. */
  #toolsVersion: number;
  #told = '';

  constructor(supervisor: Supervisor, server: string) {
    this.#supervisor = supervisor;
    this.#server = server;
    this.#toolsVersion = this.#newestEntry();
  }

  /** Tools change by name, and with the state by whether they can be had. */
  happened({ server, type }: SupervisorEvent): void {
    if (server !== this.#server) return;
    if (type === 'tools.changed' || type === 'server.state')
      this.#toolsVersion = this.#newestEntry();
  }

  /** Undefined for a server that nobody knows. */
  look(): ServerDetail | undefined {
    try {
      const { stderrTail } = this.#supervisor.status(this.#server);
      const { text: _, ...explanation } = this.#supervisor.explain(this.#server);
      return {
        ...this.#supervisor.activity(this.#server),
        explanation,
        ...(stderrTail !== undefined && { stderrTail }),
        toolsVersion: this.#toolsVersion,
      };
    } catch {
      // SERVER_UNKNOWN: it was removed, or its name was mistyped.
      return undefined;
    }
  }

  lookIfChanged(): ServerDetail | undefined {
    const detail = this.look();
    const text = JSON.stringify(detail);
    if (text === this.#told) return undefined;
    this.#told = text;
    return detail;
  }

  #newestEntry(): number {
    try {
      return this.#supervisor.timeline(this.#server).at(-1)?.id ?? 0;
    } catch {
      return 0;
    }
  }
}
