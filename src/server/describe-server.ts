import type { PublicState } from '../../machines/public-state.ts';
import { isWakeable } from '../call/admission/ask-for-session.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';
import { explain } from '../health/explain.ts';
import type { Explanation, ServerStatus } from '../health/status.ts';
import type { SupervisedServer } from './supervised-server.ts';

/** The two clocks of one look: the one that timers run on, and the one that people read. */
export interface Moment {
  readonly now: number;
  readonly wall: number;
}

/** Everything that is known of a server now (H1). */
export function describeServer(server: SupervisedServer, moment: Moment): ServerStatus {
  const state = server.state();
  const { observations, calls, catalogue, entry } = server;
  const onWall = (at: number) => Math.round(moment.wall + at - moment.now);
  const { pid, origin, transport, stderrTail } = server.facts();
  const { nextAttemptAt, breakerHalfOpensAt, lastError } = observations;
  return {
    server: server.name,
    state: state.connection,
    breaker: state.breaker,
    since: onWall(observations.since),
    transport: transportOf(entry, transport ?? observations.transport),
    required: entry.required === true,
    generation: state.generation,
    attempt: observations.attempt,
    attempts: observations.attempts,
    retriesLeft: retriesLeft(server),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: onWall(nextAttemptAt) }),
    ...(state.parkReason && { parkReason: state.parkReason }),
    ...(lastError && { lastError: { ...lastError, at: onWall(lastError.at) } }),
    ...(calls.lastSuccessAt !== undefined && { lastSuccessAt: onWall(calls.lastSuccessAt) }),
    ...(breakerHalfOpensAt !== undefined && { breakerHalfOpensAt: onWall(breakerHalfOpensAt) }),
    inFlight: calls.inFlight,
    queued: calls.queued,
    tools: catalogue.tools.size,
    prompts: catalogue.prompts.size,
    resources: catalogue.resources.size,
    ...(hasLink(state) && pid !== undefined && { pid }),
    ...(origin !== undefined && { origin }),
    ...calls.latencies(),
    ...(stderrTail && { stderrTail }),
  };
}

/** A server that is configured and not to be started (E4). */
export function describeDisabled(name: string, entry: ServerEntry, since: number): ServerStatus {
  return {
    server: name,
    state: 'disabled',
    breaker: 'retired',
    since,
    transport: transportOf(entry),
    required: false,
    generation: 0,
    attempt: 'none',
    attempts: 0,
    retriesLeft: 0,
    inFlight: 0,
    queued: 0,
    tools: 0,
    prompts: 0,
    resources: 0,
  };
}

/** Why it is as it is (H2). */
export function explainServer(server: SupervisedServer, moment: Moment): Explanation {
  const { lastError, draining } = server.state();
  return explain({
    status: describeServer(server, moment),
    timeline: server.timeline.entries,
    now: moment.wall,
    isStarted: server.isRunning,
    trouble: lastError,
    isDraining: draining === true,
    isHinted: server.waitIsHinted(),
    outlook: describeOutlook(server, moment),
    wakeInMs: wakeInMs(server, moment),
  });
}

/** H2: what admission itself would say, so that the two cannot differ. */
function describeOutlook({ calls }: SupervisedServer, { now }: Moment) {
  const outlook = calls.outlook();
  if (outlook.kind !== 'wait') return outlook;
  return { kind: outlook.kind, why: outlook.why, forMs: outlook.until - now };
}

/** C12: how long until a call may wake it; undefined where none may, or need not. */
function wakeInMs(server: SupervisedServer, { now }: Moment): number | undefined {
  const { parkedSince } = server.observations;
  if (parkedSince === undefined || !isWakeable(server.state())) return undefined;
  return Math.max(0, parkedSince + server.policy().wakeSpacingMs - now);
}

/** A link that was stopped is a process that is gone, or going. */
function hasLink({ connection, attempting }: PublicState): boolean {
  return connection === 'ready' || attempting;
}

/** @param used what an entry without a set transport turned out to speak (L7) */
function transportOf(entry: ServerEntry, used?: 'http' | 'sse'): ServerStatus['transport'] {
  return isStdio(entry) ? 'stdio' : (entry.transport ?? used ?? 'http');
}

function retriesLeft(server: SupervisedServer): number {
  const { connection, retries } = server.state();
  if (connection === 'parked' || connection === 'shutdown') return 0;
  const { initialRetries, reconnectRetries } = server.policy();
  return Math.max(0, (connection === 'connecting' ? initialRetries : reconnectRetries) - retries);
}
