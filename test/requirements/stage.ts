import { describe, onTestFinished } from 'vitest';
import {
  createSupervisor,
  HoldfastError,
  type ErrorCode,
  type ServerEntry,
  type ServerStatus,
  type Supervisor,
  type SupervisorEvent,
  type SupervisorEvents,
  type SupervisorOptions,
} from '../../src/index.ts';
import { until } from '../link/processes.ts';
import { transports, type AtEnd, type Peer, type TransportCase } from './peer.ts';

/** The defaults, made short; chance takes nothing away. */
export const shortPolicy = {
  baseDelayMs: 20,
  maxDelayMs: 320,
  stableAfterMs: 10,
  cooldownMs: 50,
  drainMs: 200,
  terminateMs: 200,
  stdinGraceMs: 300,
  termGraceMs: 300,
  startBurst: 100,
} as const;

/** One suite of the same tests over each transport. */
export function overEachTransport(suite: (transport: TransportCase) => void): void {
  for (const each of transports) describe(`over ${each.transport}`, () => suite(each));
}

/** A supervisor, and all that it told. */
export interface Fleet {
  readonly supervisor: Supervisor;
  /** Every event, oldest first. */
  readonly story: SupervisorEvent[];
  /** The events of one name so far, of one server. */
  told<Name extends SupervisorEvent['type']>(name: Name, server?: string): SupervisorEvents[Name][];
  status(server?: string): ServerStatus;
  toolNames(server?: string): string[];
  /** Waits until the server is in this state. */
  reaches(state: ServerStatus['state'], server?: string): Promise<void>;
}

/** The one server of a stage. */
export const NAME = 'files';

/** Makes a supervisor that ends with the test; it does not start it. */
export function supervise(options: SupervisorOptions, atEnd: AtEnd = onTestFinished): Fleet {
  const policy = { ...shortPolicy, ...options.policy };
  const supervisor = createSupervisor({ random: () => 0, ...options, policy });
  const story: SupervisorEvent[] = [];
  supervisor.on('*', (event) => story.push(event));
  // The second request forces: a test that failed must not leave anything behind either.
  atEnd(async () => void (await Promise.all([supervisor.stop(), supervisor.stop()])));
  const status = (server = NAME) => supervisor.status(server);
  return {
    supervisor,
    story,
    status,
    told: (name, server = NAME) => story.filter((event) => isOf(event, name, server)) as never,
    toolNames: (server = NAME) => supervisor.tools({ server }).map(({ name }) => name),
    reaches: (state, server = NAME) =>
      until(() => status(server).state === state, `${server} is ${state}`),
  };
}

/** The same with one server, whose peer is in the test's hands. */
export interface Stage extends Fleet {
  readonly peer: Peer;
}

/** Sets a stage over one transport, not yet started. */
export async function stage(
  { startPeer }: TransportCase,
  options: SupervisorOptions & { readonly entry?: Partial<ServerEntry> } = {},
  atEnd: AtEnd = onTestFinished,
): Promise<Stage> {
  const peer = await startPeer(atEnd);
  const { entry, ...others } = options;
  const servers = { [NAME]: { ...peer.entry, ...entry } as ServerEntry };
  return { peer, ...supervise({ servers, ...others }, atEnd) };
}

/** The same with its server ready. */
export async function readyStage(...parameters: Parameters<typeof stage>): Promise<Stage> {
  const staged = await stage(...parameters);
  await staged.supervisor.start();
  return staged;
}

/** A ready session that has lived long enough to be stable. */
export async function stable({ told }: Fleet, sessions = 1): Promise<void> {
  await until(() => told('server.stable').length >= sessions, 'the session is stable');
}

/** The error that a promise rejects with; it must be one of ours. */
export async function errorOf(promise: Promise<unknown>): Promise<HoldfastError> {
  const outcome: unknown = await promise.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );
  if (outcome instanceof HoldfastError) return outcome;
  throw new Error(`It ended without an error of ours: ${JSON.stringify(outcome)}`, {
    cause: outcome,
  });
}

/** The code a promise rejects with, or `ok`. */
export function codeOf(promise: Promise<unknown>): Promise<ErrorCode | 'ok'> {
  return promise.then(
    () => 'ok' as const,
    (error: unknown) => {
      if (error instanceof HoldfastError) return error.code;
      throw error;
    },
  );
}

/** The text of a tool's result. */
export function textOf(result: { readonly content: readonly unknown[] }): string {
  return result.content.map((part) => (part as { text?: string }).text ?? '').join('');
}

function isOf(event: SupervisorEvent, name: string, server: string): boolean {
  return event.type === name && event.server === server;
}
