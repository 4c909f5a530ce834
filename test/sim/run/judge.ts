import type { Journal } from './journal.ts';

/** A rule that did not hold, and the world at that moment. */
export interface Violation {
  /** The invariant, with the rules of the contract that it stands for. */
  readonly rule: string;
  readonly what: string;
  readonly atMs: number;
  readonly lastEvents: readonly string[];
}

/** Takes down the first violation; what follows from it is of no interest. */
export interface Judge {
  readonly violation: Violation | undefined;
  /** Throws nothing: it is called from within the code that is judged. */
  fail(rule: string, server: string, what: string): void;
  require(holds: boolean, rule: string, server: string, what: () => string): void;
}

export function createJudge(now: () => number, journal: Journal): Judge {
  let violation: Violation | undefined;
  const fail: Judge['fail'] = (rule, server, what) => {
    if (violation !== undefined) return;
    journal.note(server, `VIOLATION ${rule}: ${what}`);
    violation = { rule, what: `${server}: ${what}`, atMs: now(), lastEvents: journal.last() };
  };
  return {
    get violation() {
      return violation;
    },
    fail,
    require(holds, rule, server, what) {
      if (!holds) fail(rule, server, what());
    },
  };
}
