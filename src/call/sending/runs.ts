import type { Session } from '../../link/session.ts';
import type { Call } from '../call.ts';
import { toAnswered } from '../checks/result.ts';
import type { Schemas } from '../checks/schemas.ts';
import type { CallEnvironment } from '../environment.ts';
import { unusableResult } from '../errors/failures.ts';
import { standingOf } from '../errors/refusals.ts';
import type { Reports } from '../reports/reports.ts';
import { failCall, resolveCall } from '../settling.ts';
import { decideNext, type Unanswered } from './after-sending.ts';
import { CallList } from './call-list.ts';
import { dispatch, type Run } from './dispatch.ts';
import { classify, type Ending, type Outcome } from './outcome.ts';

/** The calls that are under way, and what follows when one ends. */
export interface Runs {
  readonly size: number;
  all(): readonly Call[];
  start(call: Call, session: Session, generation: number): void;
  /** Sends `drained` to the machine as soon as nothing runs; at once if nothing does. */
  drain(): void;
  /** The drain is over, whatever became of it. */
  stopDraining(): void;
  /** S2: ends all, as unknown. */
  endAll(): void;
}

export interface RunsOwner {
  readonly environment: CallEnvironment;
  readonly reports: Reports;
  readonly schemas: Schemas;
  /** The session's end was asked for, so what it did to calls says nothing (B2). */
  isEndPlanned(): boolean;
  /** The call is to be sent once more when its hold is over. */
  again(call: Call): void;
  /** A place is free. */
  freed(): void;
}

export function createRuns(owner: RunsOwner): Runs {
  return new RunningCalls(owner);
}

class RunningCalls implements Runs {
  readonly #owner: RunsOwner;
  readonly #running = new CallList();
  #draining = false;

  constructor(owner: RunsOwner) {
    this.#owner = owner;
  }

  get size(): number {
    return this.#running.size;
  }

  all(): readonly Call[] {
    return this.#running.all();
  }

  start(call: Call, session: Session, generation: number): void {
    const { environment, reports } = this.#owner;
    call.phase = 'running';
    call.attempts += 1;
    call.generation = generation;
    call.session = session;
    call.hold = undefined;
    reports.begin(call);
    this.#running.add(call);
    call.run = dispatch(
      {
        clock: environment.clock,
        session,
        method: call.kind.method,
        params: call.kind.params(call),
        timeoutMs: call.timeoutMs,
        totalEndsAt: call.totalEndsAt,
        onProgress: call.options.onProgress,
      },
      (ending, run) => this.#finish(call, run, ending),
    );
  }

  drain(): void {
    this.#draining = true;
    this.#reportDrained();
  }

  stopDraining(): void {
    this.#draining = false;
  }

  endAll(): void {
    for (const call of this.#running.all()) {
      call.endedByShutdown = true;
      call.run?.cancel('The server is being shut down.');
    }
  }

  #finish(call: Call, run: Run, ending: Ending): void {
    const { environment, reports } = this.#owner;
    this.#running.remove(call);
    const outcome = classify(ending);
    count(call, outcome);
    const planned = outcome.kind === 'unknown' && this.#owner.isEndPlanned();
    reports.report(call, run, planned ? undefined : outcome);
    if (outcome.kind === 'answered') this.#deliver(call, outcome.result);
    else this.#goOn(call, outcome);
    // K10: a well-formed answer of either kind is proof.
    if (isAnswer(outcome)) call.session?.prove();
    else if (asksForCheck(outcome, environment) && environment.session() === call.session)
      call.session?.check();
    this.#reportDrained();
    this.#owner.freed();
  }

  #deliver(call: Call, result: Record<string, unknown>): void {
    const { environment, schemas } = this.#owner;
    const fault = call.kind.findResultFault(result, call, environment, schemas);
    if (fault === undefined) resolveCall(call, toAnswered(result, call));
    else failCall(call, unusableResult(call, fault));
  }

  #goOn(call: Call, outcome: Unanswered): void {
    const { environment } = this.#owner;
    const next = decideNext(call, outcome, {
      now: environment.clock.now(),
      policy: environment.policy(),
      hints: call.kind.hints(call, environment),
      ...standingOf(environment),
      received: call.session?.received ?? 0,
    });
    if (next.kind === 'fail') return failCall(call, next.error);
    if (outcome.kind === 'unknown') call.unknown = outcome;
    call.hold = next.hold;
    this.#owner.again(call);
  }

  #reportDrained(): void {
    if (!this.#draining || this.#running.size > 0) return;
    this.#draining = false;
    this.#owner.environment.send({ type: 'drained' });
  }
}

function count(call: Call, outcome: Outcome): void {
  if (outcome.kind === 'refused') call.refusals += 1;
  // K11: what never left was not an attempt.
  if (outcome.kind === 'notSent' || isUnsent(outcome)) call.attempts -= 1;
  if (outcome.kind === 'notSent') call.unsent += 1;
}

function isUnsent(outcome: Outcome): boolean {
  return (outcome.kind === 'timedOut' || outcome.kind === 'cancelled') && outcome.unsent === true;
}

function isAnswer(outcome: Outcome): boolean {
  return (
    outcome.kind === 'answered' || (outcome.kind === 'declined' && outcome.rpcCode !== undefined)
  );
}

/** K9, and K6 where nothing else would find out whether the session still lives. */
function asksForCheck(outcome: Outcome, { transport }: CallEnvironment): boolean {
  if (outcome.kind === 'notSent') return transport === 'stdio';
  return outcome.kind === 'timedOut' || outcome.kind === 'unknown';
}
