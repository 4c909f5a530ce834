import type { PublicState } from '../../../machines/public-state.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import {
  HoldfastError,
  type HoldfastErrorDetails,
  type LoginWanted,
} from '../../errors/holdfast-error.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { Refusal } from '../admission/admission.ts';
import type { CallEnvironment } from '../environment.ts';

/** What errors have to know of a sort of calls. */
export interface CallNature {
  /** What errors call its subject. */
  readonly noun: 'tool' | 'prompt' | 'resource' | 'completion';
  /** It only reads: sent twice, it changes nothing (K7). */
  readonly isRead: boolean;
}

/** The call that an error is about (K11). */
export interface CallRecord {
  readonly kind: CallNature;
  readonly server: string;
  /** What is asked for: the name of a tool or prompt, or the URI of a resource. */
  readonly subject: string;
  /** How often it was sent. */
  readonly attempts: number;
  /** The session it was last sent in; means nothing before. */
  readonly generation: number;
}

/** How the server stands at the moment of an error. */
export interface Standing {
  readonly state: PublicState;
  /** What it asked for when it last refused for want of a login (E2). */
  readonly loginWanted: LoginWanted | undefined;
}

export function standingOf(environment: Pick<CallEnvironment, 'state' | 'loginWanted'>): Standing {
  return { state: environment.state(), loginWanted: environment.loginWanted() };
}

/** The error for a call that admission turned away (K4). Nothing ran. */
export function refused(
  call: CallRecord,
  refusal: Refusal,
  { state, loginWanted }: Standing,
): HoldfastError {
  const { code, retryAfterMs } = refusal;
  const [message, advice] = explain(call, refusal, state);
  const login = code === 'AUTH_REQUIRED' ? loginWanted : undefined;
  return new HoldfastError(code, message, { ...recordOf(call), advice, retryAfterMs, login });
}

/** @param known the names that the server does offer. */
export function subjectUnknown(call: CallRecord, known: readonly string[]): HoldfastError {
  const { noun } = call.kind;
  const names = known.length === 0 ? `It offers no ${noun}s.` : `It offers ${listNames(known)}.`;
  return new HoldfastError(
    noun === 'prompt' ? 'PROMPT_UNKNOWN' : 'TOOL_UNKNOWN',
    `${call.server} has no ${noun} named ${shorten(call.subject, 80)}. ${names}`,
    { ...recordOf(call), advice: `Use one of the ${noun}s that the server offers.` },
  );
}

/** A tool that runs only as a task (revision 2025-11-25) answers a plain call with an error. */
export function toolUnsupported(call: CallRecord): HoldfastError {
  return new HoldfastError(
    'TOOL_UNSUPPORTED',
    `${nameOf(call)} can only be run as a task, and holdfast does not run tasks.`,
    { ...recordOf(call), advice: 'Nothing ran. Use another tool; this one cannot be called.' },
  );
}

/** @param fault from `findArgumentFault`. */
export function invalidArguments(call: CallRecord, fault: string): HoldfastError {
  return new HoldfastError(
    'INVALID_ARGUMENTS',
    `The arguments of ${nameOf(call)} do not fit: ${ended(fault)}`,
    { ...recordOf(call), advice: 'Nothing ran. Correct the arguments and call again.' },
  );
}

/** The caller's options are at fault, not the model's arguments (E3). */
export function invalidOptions(call: CallRecord, fault: string): HoldfastError {
  return new HoldfastError(
    'CONFIG_INVALID',
    `The options of a call to ${nameOf(call)} cannot be used: ${ended(fault)}`,
    { ...recordOf(call), advice: 'Nothing ran. The host has to correct the options of the call.' },
  );
}

/** Some faults end in a question already: what was likely meant. */
function ended(fault: string): string {
  const line = plainLine(fault);
  return line.endsWith('?') ? line : `${line}.`;
}

/** What a call is about, as errors name it. */
export function nameOf({ server, subject }: CallRecord): string {
  return `${shorten(subject, 200)} on ${server}`;
}

/** What every error about a call carries. */
export function recordOf(
  call: CallRecord,
): Pick<HoldfastErrorDetails, 'server' | 'attempts' | 'generation'> {
  const { server, attempts, generation } = call;
  return { server, attempts, generation: attempts === 0 ? undefined : generation };
}

/** One line of a text from outside, not too much of it, and fit to be shown (E5). */
export function shorten(text: string, longest = 300): string {
  const line = plainLine(text);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

type Explanation = readonly [message: string, advice: string];

function explain(call: CallRecord, refusal: Refusal, state: PublicState): Explanation {
  const { server } = call;
  const when = refusal.retryAfterMs === undefined ? 'later' : inSeconds(refusal.retryAfterMs);
  const because = state.lastError === undefined ? '' : ` (${shorten(state.lastError.code, 60)})`;
  if (refusal.isUnstarted) return unstarted(server);
  const explanations: Partial<Record<ErrorCode, Explanation>> = {
    SERVER_SHUT_DOWN: [
      `${server} is shut down.`,
      `Nothing ran. It was stopped on purpose: go on without it, or have a person start it with restart() or "holdfast restart ${shorten(server, 80)}".`,
    ],
    SERVER_PARKED: [
      `${server} is parked: ${parkReasons[state.parkReason ?? 'budget']}${because}.`,
      state.parkReason === 'permanent'
        ? `Nothing ran. A person has to ${mendFor(state.lastError?.code)}; go on without this server.`
        : `Nothing ran. Go on without this server, or try again ${when}.`,
    ],
    AUTH_REQUIRED: [
      `${server} asks for a login${because}.`,
      `Nothing ran. A person has to log in ("holdfast login ${shorten(server, 80)}"); go on without this server until then.`,
    ],
    SERVER_UNAVAILABLE: [
      `${server} has no session: it is ${stateWords[state.connection]}${because}.`,
      `Nothing ran. The connection is being restored; try again ${when}.`,
    ],
    CIRCUIT_OPEN: [
      `${server} failed too often lately${because}, so calls are held off.`,
      `Nothing ran. Do something else and try again ${when}.`,
    ],
    QUEUE_FULL: [
      `${server} has as many calls as it takes at once.`,
      'Nothing ran. Wait for running calls to end, then try again.',
    ],
    OVERLOADED: [
      `${server} turned the call away because it is overloaded.`,
      `Nothing ran. Make fewer calls and try again ${when}.`,
    ],
  };
  return explanations[refusal.code] ?? [`${server} cannot take the call.`, `Try again ${when}.`];
}

function unstarted(server: string): Explanation {
  return [
    `${server} was never started.`,
    'Nothing ran. The host has to call start() of the supervisor first, and need not await it.',
  ];
}

function mendFor(code: string | undefined): string {
  return code === 'PROTOCOL_VERSION_UNSUPPORTED'
    ? 'change the server, or holdfast, to a version that speaks a protocol revision of the other'
    : 'correct the configuration';
}

const parkReasons: Readonly<Record<NonNullable<PublicState['parkReason']>, string>> = {
  startup: 'it could not be started',
  budget: 'it was lost and could not be reached again',
  flapping: 'its sessions kept breaking before they did anything',
  permanent: 'its configuration cannot work as it is',
  auth: 'it asks for a login',
  internal: 'its supervision failed',
};

const stateWords: Readonly<Record<PublicState['connection'], string>> = {
  connecting: 'still connecting',
  ready: 'being checked after a failure',
  reconnecting: 'reconnecting',
  parked: 'parked',
  shutdown: 'shut down',
};

function inSeconds(delayMs: number): string {
  const seconds = Math.max(1, Math.ceil(delayMs / 1_000));
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}

/** Enough for a model to find the name it meant. */
const longestList = 20;

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, longestList).map((name) => shorten(name, 80));
  const more = names.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
