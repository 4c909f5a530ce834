import { createActor } from 'xstate';
import {
  createServerMachine,
  mergePolicy,
  publicState,
  defaultPolicy,
  type Failure,
  type Loss,
  type Policy,
  type PublicState,
  type ServerEvent,
} from '../../machines/index.ts';
import { createCalls, type Calls } from '../../src/call/calls.ts';
import type { CallablePrompt, CallableTool, CallEnvironment } from '../../src/call/environment.ts';
import type { Answer, Exchange, Progress, Session } from '../../src/link/session.ts';
import { createScriptedLink, type ScriptedLink } from '../../src/testing/scripted-link.ts';
import { createStepClock, type StepClock } from '../../src/testing/step-clock.ts';

/** A request as the peer sees it. */
export interface Asked {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Why it was cancelled, if it was. */
  cancelled: string | undefined;
  answer(answer: Answer): void;
}

/** A session whose peer does as the test says. */
export class ScriptedSession implements Session {
  received = 0;
  proofs = 0;
  checks = 0;
  readonly asked: Asked[] = [];
  /** Nothing that is asked goes out, as behind a full pipe. */
  isStuck = false;
  /** Settles each request as it comes, if set. */
  reply: ((asked: Asked) => Answer | undefined) | undefined;

  request(
    method: string,
    params: Record<string, unknown>,
    onProgress?: (progress: Progress) => void,
  ): Exchange {
    let settle: (answer: Answer) => void = () => undefined;
    const answer = new Promise<Answer>((resolve) => {
      settle = resolve;
    });
    const asked: Asked = { method, params, onProgress, cancelled: undefined, answer: settle };
    this.asked.push(asked);
    const reply = this.reply?.(asked);
    if (reply !== undefined) settle(reply);
    return {
      answer,
      cancel: (reason) => {
        asked.cancelled ??= reason;
        settle(this.isStuck ? { kind: 'cancelled', unsent: true } : { kind: 'cancelled' });
      },
    };
  }

  prove(): void {
    this.proofs += 1;
  }

  check(): void {
    this.checks += 1;
  }

  /** K8: what the wire does at a loss. */
  cutAll(): void {
    for (const asked of this.asked) asked.answer(cut);
  }
}

export interface WorldOptions {
  readonly policy?: Partial<Policy>;
  readonly transport?: 'stdio' | 'http';
  readonly tools?: readonly CallableTool[];
  readonly startSlotMs?: number;
  /** The server starts parked, without an attempt (C15). */
  readonly parked?: { readonly code: string; readonly message: string };
  /** Hears of each change before the caller side does. */
  readonly hearsFirst?: () => void;
  /** Every link after the first opens as soon as it is started, with a session that answers so. */
  readonly reopens?: ScriptedSession['reply'];
}

/** The caller side on the real machine; the clock, chance and the peer follow the test. */
export interface World {
  readonly calls: Calls;
  readonly clock: StepClock;
  readonly link: ScriptedLink;
  readonly state: PublicState;
  /** Every event that the caller side sent. */
  readonly sent: ServerEvent[];
  /** The last session that was opened. */
  readonly session: ScriptedSession;
  readonly sessions: ScriptedSession[];
  tools: readonly CallableTool[];
  readonly prompts: Map<string, CallablePrompt>;
  listIsFresh: boolean;
  /** Ends the refresh under way. */
  endRefresh(): void;
  /** @param reply what the session answers by itself. */
  open(reply?: ScriptedSession['reply']): ScriptedSession;
  fail(failure?: Partial<Failure>): void;
  lose(loss?: Partial<Loss>): void;
  send(event: ServerEvent): void;
  /** Runs after the caller side has seen a change. */
  onChange(run: (state: PublicState) => void): void;
  call(options?: Parameters<Calls['callTool']>[2], tool?: string): Attempted;
}

/** A call with what has become of it so far. */
export interface Attempted {
  /** `pending`, `ok`, or the code of its error. */
  readonly outcome: string;
  readonly settled: number;
  readonly error: Record<string, unknown> & { readonly cause?: unknown };
  readonly result: Record<string, unknown>;
}

export const readTool: CallableTool = {
  name: 'read',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};
export const writeTool: CallableTool = { name: 'write', inputSchema: { type: 'object' } };

export const cut: Answer = { kind: 'cut', code: 'CHILD_EXITED', message: 'the server ended' };
export const garbage: Answer = { kind: 'malformed', code: 'HTML', message: 'a page' };
export const ok: Answer = { kind: 'result', result: { content: [] } };
export function status(status: number, more: { retryAfterMs?: number; sessionGone?: true } = {}) {
  const { sessionGone = false, ...hint } = more;
  return { kind: 'status', status, message: `HTTP ${status}`, sessionGone, ...hint } as const;
}

const machine = createServerMachine({ random: () => 0 });

export function world(options: WorldOptions = {}): World {
  const clock = createStepClock();
  const link = createScriptedLink({
    onStart: (attempt) => {
      if (options.reopens === undefined || attempt.number === 1) return;
      addSession(options.reopens);
      attempt.report({ type: 'link.opened' });
    },
  });
  const transport = options.transport ?? 'stdio';
  const policy = { ...(transport === 'http' && { eagerDials: 40 }), ...options.policy };
  const actor = createActor(machine.provide({ actors: { link: link.logic } }), {
    input: { server: 'files', policy, ...(options.parked && { parked: options.parked }) },
    clock,
  });
  const times = watchTimes(actor, clock);
  const sessions: ScriptedSession[] = [];
  const addSession = (reply: ScriptedSession['reply']) => {
    const session = new ScriptedSession();
    session.reply = reply;
    sessions.push(session);
    return session;
  };
  const sent: ServerEvent[] = [];
  let endRefresh: () => void = () => undefined;
  let refreshed = Promise.resolve();
  const startRefresh = () => {
    refreshed = new Promise((resolve) => (endRefresh = resolve));
  };
  startRefresh();
  const look = () => publicState(actor.getSnapshot());
  const environment: CallEnvironment = {
    server: 'files',
    transport,
    clock,
    startSlotMs: options.startSlotMs ?? 5_000,
    isStarted: () => true,
    loginWanted: () => ({ scope: 'mcp' }),
    policy: () => actor.getSnapshot().context.policy,
    state: look,
    session: () => (look().connection === 'ready' ? sessions.at(-1) : undefined),
    nextAttemptAt: () => times.nextAttemptAt,
    breakerHalfOpensAt: () => times.halfOpensAt,
    parkedSince: () => times.parkedSince,
    lastAttempt: () => times.lastAttempt,
    send: (event) => {
      sent.push(event);
      actor.send(event);
    },
    tool: (name) => self.tools.find((tool) => tool.name === name),
    knownTools: () => self.tools.map(({ name }) => name),
    prompt: (name) => self.prompts.get(name),
    knownPrompts: () => [...self.prompts.keys()],
    listIsFresh: () => self.listIsFresh,
    refreshed: () => refreshed,
  };
  actor.start();
  const calls = createCalls(environment);
  actor.on('server.draining', () => calls.draining());
  actor.subscribe(() => options.hearsFirst?.());
  actor.subscribe(() => calls.stateChanged());
  const self: World = {
    calls,
    clock,
    link,
    sent,
    sessions,
    tools: options.tools ?? [readTool, writeTool],
    prompts: new Map(),
    listIsFresh: true,
    get state() {
      return look();
    },
    get session() {
      const session = sessions.at(-1);
      if (session === undefined) throw new Error('no session was opened');
      return session;
    },
    endRefresh: () => {
      endRefresh();
      startRefresh();
    },
    open: (reply) => {
      const session = addSession(reply);
      link.report({ type: 'link.opened' });
      return session;
    },
    fail: (failure) =>
      link.report({
        type: 'link.failed',
        failure: { kind: 'transient', code: 'ECONNREFUSED', message: 'refused', ...failure },
      }),
    lose: (loss) => {
      const kind = loss?.kind ?? 'lost';
      if (kind === 'lost') sessions.at(-1)?.cutAll();
      link.report({ type: 'link.lost', loss: { kind, code: 'GONE', message: 'gone', ...loss } });
    },
    send: (event) => actor.send(event),
    onChange: (run) => void actor.subscribe(() => run(look())),
    call: (callOptions, tool = 'read') => attempt(calls.callTool(tool, {}, callOptions)),
  };
  return self;
}

/** A world whose first session is open. */
export function openWorld(options?: WorldOptions): World {
  const opened = world(options);
  opened.open();
  return opened;
}

/** Lets every promise that is ready run. */
export function settle(on: World): Promise<void> {
  return on.clock.advanceSettled(0);
}

/** What the server's wiring keeps: moments that the machine's events mark. */
function watchTimes(actor: ReturnType<typeof createActor<typeof machine>>, clock: StepClock) {
  const times = {
    nextAttemptAt: undefined as number | undefined,
    halfOpensAt: undefined as number | undefined,
    parkedSince: undefined as number | undefined,
    lastAttempt: undefined as { endedAt: number; tookMs: number } | undefined,
  };
  let startedAt = 0;
  const attemptEnded = () => {
    times.lastAttempt = { endedAt: clock.now(), tookMs: clock.now() - startedAt };
  };
  actor.on('server.attempting', () => {
    startedAt = clock.now();
    times.nextAttemptAt = undefined;
  });
  actor.on('server.failed', attemptEnded);
  actor.on('server.waiting', ({ waitMs }) => (times.nextAttemptAt = clock.now() + waitMs));
  actor.on('server.parked', ({ waitMs }) => {
    times.parkedSince = clock.now();
    times.nextAttemptAt = waitMs === undefined ? undefined : clock.now() + waitMs;
  });
  actor.on('server.state', ({ state }) => {
    if (state !== 'parked') times.parkedSince = undefined;
    if (state === 'ready') attemptEnded();
  });
  actor.on('breaker.opened', ({ cooldownMs }) => (times.halfOpensAt = clock.now() + cooldownMs));
  return times;
}

function attempt(promise: Promise<object>): Attempted {
  const record = { outcome: 'pending', settled: 0, error: {}, result: {} };
  promise.then(
    (result) => Object.assign(record, { outcome: 'ok', settled: record.settled + 1, result }),
    (error: { code: string }) =>
      Object.assign(record, { outcome: error.code, settled: record.settled + 1, error }),
  );
  return record;
}

export function policyWith(patch: Partial<Policy>): Policy {
  return mergePolicy(defaultPolicy, patch);
}
