import type { ServerContext } from '../../../machines/context.ts';
import type { FleetPolicy, Policy } from '../../../machines/policy.ts';
import type { PublicState } from '../../../machines/public-state.ts';
import type { Supervisor } from '../../../src/supervisor/supervisor.ts';
import type { StepClock } from '../../../src/testing/step-clock.ts';
import type { CallRecord } from '../people/call-record.ts';
import type { Plan } from '../plan/draw-plan.ts';
import type { CountedClock } from './counted-clock.ts';
import type { Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import type { Judge } from './judge.ts';
import type { Observer } from './observer.ts';
import type { Tally } from './tally.ts';

/** What all who act in one world, and all who watch it, share. */
export interface Scene {
  readonly plan: Plan;
  readonly clock: StepClock;
  /** The same, as the supervisor has it. */
  readonly counted: CountedClock;
  readonly supervisor: Supervisor;
  readonly journal: Journal;
  readonly judge: Judge;
  readonly tally: Tally;
  readonly faults: Faults;
  /** Unsettled calls by key. */
  readonly calls: Map<string, CallRecord>;
  readonly tell: Required<Observer>;
  readonly fleetPolicy: FleetPolicy;
  /** The servers that the supervisor has just now. */
  readonly known: Set<string>;
  /** The machine's own state; undefined for a name that nobody has. */
  stateOf(server: string): PublicState | undefined;
  contextOf(server: string): ServerContext | undefined;
  /** Every policy that the server had so far; what was drawn under an old one may still hold. */
  policiesOf(server: string): ReadonlySet<Policy>;
  /** After a while of the world's time. */
  after(delayMs: number): Promise<void>;
}
