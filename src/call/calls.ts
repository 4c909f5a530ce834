import type { HoldfastError } from '../errors/holdfast-error.ts';
import type { Session } from '../link/session.ts';
import { admit, isRoadClear, type Admission, type Waiter } from './admission/admission.ts';
import { createServerView, type ServerView } from './admission/server-view.ts';
import { createWaitingRoom, type WaitingRoom } from './admission/waiting-room.ts';
import type { CallOptions } from './call-options.ts';
import type { Answered, CallResult } from './call-result.ts';
import { createCall, type Call } from './call.ts';
import { checkBeforeSending, findFlaw } from './checks/fitness.ts';
import { createSchemas } from './checks/schemas.ts';
import type { CallEnvironment } from './environment.ts';
import { cancelled } from './errors/failures.ts';
import { refused, standingOf } from './errors/refusals.ts';
import type { CallKind } from './kinds/call-kind.ts';
import { toolCall } from './kinds/tool-call.ts';
import { ongoingCalls } from './list-ongoing.ts';
import type { OngoingCall } from './ongoing-call.ts';
import type { LatencyPart } from './reports/latency-history.ts';
import { createMeter, type Latencies, type Meter } from './reports/meter.ts';
import { createReports, type Reports } from './reports/reports.ts';
import { createRuns, type Runs } from './sending/runs.ts';
import { failCall, listenForAbort } from './settling.ts';

/** The caller side of one server: takes calls, and settles each exactly once (K1). */
export interface Calls {
  /**
   * Resolves to the tool's result, also if the tool reports an error of its own in it.
   * @throws HoldfastError whose code says whether the tool may have run.
   */
  callTool(
    tool: string,
    given: Record<string, unknown> | undefined,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** The same for any other sort of call. */
  ask(
    kind: CallKind,
    subject: string,
    given: Record<string, unknown> | undefined,
    options?: CallOptions,
  ): Promise<Answered>;
  /** What a call without options would get right now (H2). */
  outlook(): Admission;
  /** To be called at each change of the machine: every waiting call is judged again (K4). */
  stateChanged(): void;
  /** The machine drains: it is sent `drained` once nothing is in flight. */
  draining(): void;
  /** S2: settles what waits, and refuses whatever comes. */
  shutDown(): void;
  /** S2: ends what still runs, as unknown. */
  endRunning(): void;
  readonly inFlight: number;
  readonly queued: number;
  latencies(): Latencies;
  /** Of the last minutes, oldest first. */
  latencyHistory(): readonly LatencyPart[];
  /** What has not settled, running calls first. */
  ongoing(): readonly OngoingCall[];
  readonly lastSuccessAt: number | undefined;
}

/** The server's wiring provides the environment, and tells the calls of every change. */
export function createCalls(environment: CallEnvironment): Calls {
  return new CallDesk(environment);
}

const noOptions: CallOptions = Object.freeze({});

/** Where to look again if the machine and its session disagree for a moment. */
const lookAgainMs = 100;

class CallDesk implements Calls {
  readonly #environment: CallEnvironment;
  readonly #meter: Meter;
  readonly #reports: Reports;
  readonly #view: ServerView;
  readonly #room: WaitingRoom;
  readonly #runs: Runs;
  readonly #schemas = createSchemas();
  #generation: number;
  #closed = false;

  constructor(environment: CallEnvironment) {
    this.#environment = environment;
    this.#meter = createMeter(() => environment.policy());
    this.#reports = createReports(environment, this.#meter);
    this.#view = createServerView(environment);
    this.#generation = environment.state().generation;
    this.#room = createWaitingRoom({
      clock: environment.clock,
      judge: (call) => this.#judge(call),
      afterRound: () => this.#view.askIfDue(),
    });
    this.#runs = createRuns({
      environment,
      reports: this.#reports,
      schemas: this.#schemas,
      isEndPlanned: () => this.#isEndPlanned(),
      again: (call) => this.#again(call),
      freed: () => {
        if (this.#room.size > 0) this.#room.judgeAll();
      },
    });
  }

  callTool(
    tool: string,
    given: Record<string, unknown> | undefined,
    options: CallOptions | undefined,
  ): Promise<CallResult> {
    return this.ask(toolCall, tool, given, options) as Promise<CallResult>;
  }

  ask(
    kind: CallKind,
    subject: string,
    given: Record<string, unknown> = {},
    options?: CallOptions,
  ): Promise<Answered> {
    const { server, clock } = this.#environment;
    const submission = { kind, server, subject, arguments: given, options: options ?? noOptions };
    return new Promise((resolve, reject) => {
      const policy = this.#environment.policy();
      this.#submit(createCall(submission, { resolve, reject }, policy, clock.now()));
    });
  }

  outlook(): Admission {
    const now = this.#environment.clock.now();
    const { maxTotalMs } = this.#environment.policy();
    const totalEndsAt = maxTotalMs === false ? Infinity : now + maxTotalMs;
    return this.#admit({ submittedAt: now, waitEndsAt: undefined, totalEndsAt, hold: undefined });
  }

  stateChanged(): void {
    const state = this.#view.follow();
    if (state.generation !== this.#generation) {
      this.#generation = state.generation;
      this.#meter.startGeneration();
    }
    this.#reports.watch(state);
    if (state.draining !== true) this.#runs.stopDraining();
    if (this.#room.size > 0) this.#room.judgeAll();
  }

  draining(): void {
    this.#runs.drain();
  }

  shutDown(): void {
    this.#closed = true;
    this.#room.judgeAll();
  }

  endRunning(): void {
    this.#runs.endAll();
  }

  get inFlight(): number {
    return this.#runs.size;
  }

  get queued(): number {
    return this.#room.size;
  }

  get lastSuccessAt(): number | undefined {
    return this.#meter.lastSuccessAt;
  }

  latencies(): Latencies {
    return this.#meter.latencies();
  }

  latencyHistory(): readonly LatencyPart[] {
    return this.#meter.history(this.#environment.clock.now());
  }

  ongoing(): readonly OngoingCall[] {
    return ongoingCalls(this.#runs.all(), this.#room.all());
  }

  #submit(call: Call): void {
    const error = findFlaw(call);
    if (error !== undefined) return this.#fail(call, error);
    listenForAbort(call, () => this.#abort(call));
    const session = this.#environment.session();
    // K3: a listener may hear of a change before those who wait for it have been judged again.
    if (session !== undefined && this.#room.size > 0) this.#room.judgeAll();
    const state = this.#environment.state();
    if (session !== undefined && isRoadClear(state) && !this.#closed && this.#placeFree()) {
      const fitness = call.kind.check(call, this.#environment, this.#schemas);
      if (fitness.kind === 'fit') return this.#start(call, session, state.generation);
      if (fitness.kind === 'unfit') return this.#fail(call, fitness.error);
    }
    this.#submitSlowly(call);
  }

  #submitSlowly(call: Call): void {
    const environment = this.#environment;
    if (!this.#closed) this.#view.knock();
    const admission = this.#admit(call);
    const { connection } = environment.state();
    // K2: whether the server can be used at all is said before its tool is looked up.
    if (admission.kind !== 'refuse' || (connection !== 'parked' && connection !== 'shutdown')) {
      const fitness = call.kind.check(call, environment, this.#schemas);
      if (fitness.kind === 'unfit') return this.#fail(call, fitness.error);
    }
    this.#carryOut(call, admission);
  }

  #judge(call: Call): void {
    this.#carryOut(call, this.#admit(call, this.#reports.holdsSlot(call)));
  }

  #admit(call: Waiter, ownsSlot = false): Admission {
    if (this.#closed) return { kind: 'refuse', code: 'SERVER_SHUT_DOWN' };
    const { probeEndsAt } = this.#reports;
    return admit(call, this.#view.look({ placeFree: this.#placeFree(), probeEndsAt, ownsSlot }));
  }

  #carryOut(call: Call, admission: Admission): void {
    if (admission.kind === 'refuse')
      this.#fail(call, refused(call, admission, standingOf(this.#environment)));
    else if (admission.kind === 'wait') this.#wait(call, admission.until);
    else this.#sendOff(call, admission.kind === 'probe');
  }

  #wait(call: Call, until: number): void {
    call.judgeAt = until;
    this.#reports.returnSlot(call);
    if (call.phase === 'waiting') return;
    call.phase = 'waiting';
    const { queueLimit } = this.#environment.policy();
    if (!this.#room.enter(call, queueLimit))
      this.#carryOut(call, { kind: 'refuse', code: 'QUEUE_FULL' });
  }

  #sendOff(call: Call, probe: boolean): void {
    const environment = this.#environment;
    const fitness = checkBeforeSending(call, environment, this.#schemas);
    if (fitness.kind === 'unfit') return this.#fail(call, fitness.error);
    if (fitness.kind === 'unsettled') return this.#awaitList(call);
    const lookAgainAt = environment.clock.now() + lookAgainMs;
    if (probe && !this.#reports.takeSlot(call)) return this.#wait(call, lookAgainAt);
    const session = environment.session();
    if (session === undefined) return this.#wait(call, lookAgainAt);
    this.#start(call, session, environment.state().generation);
  }

  /** K2: a refresh holds a call for at most `graceMs`, once. */
  #awaitList(call: Call): void {
    const environment = this.#environment;
    if (call.listEndsAt === undefined) {
      call.listEndsAt = Math.min(
        environment.clock.now() + environment.policy().graceMs,
        call.totalEndsAt,
      );
      const judgeAgain = (): void => this.#room.judgeAll();
      // Not awaited: the call has its own end, and whether the refresh went well shows in the list.
      void environment.refreshed(call.kind.list ?? 'tools').then(judgeAgain, judgeAgain);
    }
    this.#wait(call, call.listEndsAt);
  }

  #again(call: Call): void {
    call.phase = 'waiting';
    // Judged right after this, when its place has been given back.
    call.judgeAt = Infinity;
    this.#room.reenter(call);
  }

  #abort(call: Call): void {
    if (call.phase === 'running') call.run?.cancel('The caller cancelled the call.');
    else this.#fail(call, cancelled(call, call.options.signal?.reason));
  }

  /** B2: a rebuild or a shutdown ends sessions that had nothing wrong with them. */
  #isEndPlanned(): boolean {
    const { connection } = this.#environment.state();
    return this.#closed || connection === 'shutdown' || this.#view.outage.kind === 'rebuild';
  }

  #placeFree(): boolean {
    return this.#runs.size < this.#environment.policy().maxConcurrentCalls;
  }

  #start(call: Call, session: Session, generation: number): void {
    if (call.phase === 'waiting') this.#room.leave(call);
    this.#runs.start(call, session, generation);
  }

  #fail(call: Call, error: HoldfastError): void {
    if (call.phase === 'waiting') this.#room.leave(call);
    failCall(call, error);
    this.#reports.returnSlot(call);
  }
}
