import type { ErrorCode } from '../../src/index.ts';
import type { CallEnd } from './call-end.ts';

/** Codes after which the tool may have run (K6, K7); every other one says that it did not. */
const mayHaveRun: ReadonlySet<ErrorCode | 'ok'> = new Set<ErrorCode>([
  'OUTCOME_UNKNOWN',
  'PROTOCOL_ERROR',
  'CALL_TIMEOUT',
  'CALL_CANCELLED',
  'SERVER_ERROR',
]);

/**
 * Calls of a tool that leaves an effect and must never run twice for one call. Whatever became of
 * them, the server's own count has to fit what the callers were told.
 */
export class CallLedger {
  #begun = 0;
  #answered = 0;
  #uncertain = 0;
  #settled = 0;

  begin(): void {
    this.#begun += 1;
  }

  settle({ code }: CallEnd, isEffect: boolean): void {
    this.#settled += 1;
    if (!isEffect) return;
    if (code === 'ok') this.#answered += 1;
    else if (mayHaveRun.has(code)) this.#uncertain += 1;
  }

  get unsettled(): number {
    return this.#begun - this.#settled;
  }

  /** What is untrue about the outcomes, if anything. */
  objection(effects: number): string | undefined {
    const [least, most] = [this.#answered, this.#answered + this.#uncertain];
    if (effects >= least && effects <= most) return undefined;
    return `K7 ${effects} effects, while callers were told of ${least} to ${most}`;
  }
}
