import type { ChartEvent, LinkEvent } from '../../../machines/events.ts';
import type { Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';

/** Something that behaves as a server's chart should, whoever wrote it. */
export interface Chart {
  readonly state: PublicState;
  readonly policy: Policy;
  /** Asked of the links so far: `start 1`, `check 1`, `close 1 force`, `stop 1`. */
  readonly asked: readonly string[];
  /** All it told; undefined if it tells nothing. */
  readonly emitted: readonly { readonly type: string }[] | undefined;
  readonly hasTimers: boolean;
  send(event: ChartEvent): void;
  /** A fact of the link that lives. @throws if none does. */
  report(fact: LinkEvent): void;
  /** A fact of a link that was stopped before. */
  reportLate(fact: LinkEvent): void;
  advance(durationMs: number): void;
  stop(): void;
}
