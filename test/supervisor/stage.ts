import { onTestFinished } from 'vitest';
import {
  createSupervisor,
  HoldfastError,
  type ErrorCode,
  type ServerEntry,
  type ServerStatus,
  type Supervisor,
  type SupervisorEvent,
  type SupervisorOptions,
} from '../../src/index.ts';
import { createStepClock, type StepClock } from '../../src/testing/step-clock.ts';
import {
  createPeers,
  readyForDialling,
  type Peers,
} from '../../src/testing/world/scripted-peers.ts';

await readyForDialling();

/** A fleet on a clock that stands still, whose servers do as they are told. */
export interface Stage {
  readonly supervisor: Supervisor;
  readonly clock: StepClock;
  readonly peers: Peers;
  /** Every event, oldest first. */
  readonly story: SupervisorEvent[];
  /** Types of the events that concern one server. */
  types(server: string): string[];
  state(server: string): ServerStatus['state'];
  /** Lets everything that is due happen, and then `durationMs` more. */
  pass(durationMs?: number): Promise<void>;
  /** The same, up to the moment at which the promise settles. */
  passUntil<Result>(promise: Promise<Result>, boundMs?: number): Promise<Result>;
}

export const stdio: ServerEntry = { command: 'server' };
export const http: ServerEntry = { url: 'http://127.0.0.1:1/mcp' };

/** Chance takes nothing away, so every delay is the bare one. The fleet ends with its test. */
export function stage(
  servers: Record<string, ServerEntry>,
  options: Omit<SupervisorOptions, 'servers' | 'link'> = {},
): Stage {
  const clock = createStepClock();
  const peers = createPeers();
  const supervisor = createSupervisor({
    clock,
    random: () => 0,
    ...options,
    servers,
    link: peers.open,
  });
  const story: SupervisorEvent[] = [];
  supervisor.on('*', (event) => story.push(event));
  const passUntil: Stage['passUntil'] = async (promise, boundMs = 120_000) => {
    let isOver = false;
    const over = () => (isOver = true);
    void promise.then(over, over);
    await clock.advanceSettled(0);
    for (let passedMs = 0; !isOver && passedMs < boundMs; passedMs += 50)
      await clock.advanceSettled(50);
    if (!isOver) throw new Error(`not settled within ${boundMs} ms of the clock`);
    return promise;
  };
  onTestFinished(async () => {
    for (const { server } of peers.channels)
      peers.behaviour(server).end = () => Promise.resolve({ killed: 0, left: [] });
    await passUntil(Promise.all([supervisor.stop(), supervisor.stop()]));
  });
  return {
    supervisor,
    clock,
    peers,
    story,
    types: (name) => story.filter(({ server }) => server === name).map(({ type }) => type),
    state: (name) => supervisor.status(name).state,
    pass: (durationMs = 0) => clock.advanceSettled(durationMs),
    passUntil,
  };
}

/** The code a promise rejects with, or what it resolved to instead. */
export async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof HoldfastError) return error.code;
    throw error;
  }
}

export const forever = <Result>(): Promise<Result> => new Promise(() => {});
