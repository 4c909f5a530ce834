/** One attempt's place at the fleet's start gate (F2). */
export interface GatePlace {
  /** Gives the place back, or gives up waiting for it. Safe to call more than once. */
  leave(): void;
}

/** Every attempt passes it before it starts a process or dials (F2). It delays, it never parks. */
export interface StartGate {
  /**
   * Calls `granted` once: before it returns if there is room, later otherwise, never after
   * `leave()` or once the gate is closed.
   */
  enter(server: string, granted: () => void): GatePlace;
}
