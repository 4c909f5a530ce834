import type { Clock } from '../clock.ts';
import type { GatePlace, StartGate } from './start-gate.ts';

interface GateTurnOptions {
  readonly server: string;
  readonly gate: StartGate;
  readonly clock: Clock;
  /** How long an attempt may hold its place at the gate (F2). */
  readonly startSlotMs: number;
}

/** One attempt's turn at the start gate, and the slot that it holds there for a while (F2). */
export class GateTurn {
  readonly #options: GateTurnOptions;
  #place: GatePlace | undefined;
  #slotTimer: unknown;

  constructor(options: GateTurnOptions) {
    this.#options = options;
  }

  /** @param queued is called if it cannot enter at once. */
  enter(entered: () => void, queued: () => void): void {
    const { server, gate, clock, startSlotMs } = this.#options;
    let isIn = false;
    this.#place = gate.enter(server, () => {
      isIn = true;
      this.#slotTimer = clock.setTimeout(() => this.#place?.leave(), startSlotMs);
      entered();
    });
    if (!isIn) queued();
  }

  leave(): void {
    this.#options.clock.clearTimeout(this.#slotTimer);
    this.#place?.leave();
  }
}
