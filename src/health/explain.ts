import type { LastError } from '../../machines/events.ts';
import { describeCall, type Outlook } from './describe-call.ts';
import { describeError } from './describe-event.ts';
import { formatDelay } from './format-delay.ts';
import { hints } from './hints.ts';
import { whereText } from './where-text.ts';
import type { Explanation, ServerStatus, TimelineEntry } from './status.ts';

export interface ExplanationFacts {
  readonly status: ServerStatus;
  readonly timeline: readonly TimelineEntry[];
  /** Epoch milliseconds, as in the status. */
  readonly now: number;
  /** False before `start()`: nothing is under way then, and nothing follows by itself. */
  readonly isStarted?: boolean;
  /** What is wrong at present, unlike the status' last error, which a later session may have overcome. */
  readonly trouble?: LastError | undefined;
  /** Running calls end before a rebuild or a shutdown. */
  readonly isDraining?: boolean;
  readonly outlook: Outlook;
  /** C12: how long a parked server must rest before a call may wake it; undefined if none may. */
  readonly wakeInMs?: number | undefined;
}

/** The timeline's last lines that the text shows. */
const SHOWN_ENTRIES = 8;

/** Answers the one question people have about a server: why is it like that? (H2) */
export function explain(facts: ExplanationFacts): Explanation {
  const { server, state } = facts.status;
  const answer = {
    server,
    state,
    problem: describeProblem(facts),
    tried: describeTried(facts.status),
    next: describeNext(facts),
    callNow: describeCall(facts.outlook, facts.wakeInMs),
    advice: isUnstarted(facts) ? 'Call start() of its supervisor.' : describeAdvice(facts.status),
  };
  return { ...answer, text: toText(answer, facts) };
}

function isUnstarted({ status, isStarted }: ExplanationFacts): boolean {
  return isStarted === false && status.state === 'connecting';
}

function describeProblem(facts: ExplanationFacts): string {
  const { status, now, trouble, isDraining } = facts;
  const { state, breaker, parkReason, since } = status;
  const error = trouble ? describeError(trouble) : 'no error was recorded';
  const age = formatDelay(now - since);
  switch (state) {
    case 'ready':
      if (isDraining) return 'Nothing is wrong. Its link is about to be rebuilt, as was asked.';
      return breaker === 'closed'
        ? `Nothing is wrong. It has been ready for ${age}.`
        : `It is connected, but calls have been failing: the breaker is ${breakerWords[breaker]}.`;
    case 'connecting':
      if (isUnstarted(facts)) return 'It was never started.';
      return trouble ? `It has not been ready yet: ${error}` : `It is starting, for ${age} now.`;
    case 'reconnecting':
      return trouble
        ? `It has been without a session for ${age}: ${error}`
        : `Nothing is wrong. Its link is being rebuilt, as was asked, for ${age} now.`;
    case 'parked':
      return `It is parked (${parkReasons[parkReason ?? 'internal']}): ${error}`;
    case 'shutdown':
      return isDraining
        ? 'It is being shut down and waits for running calls to end.'
        : `It was shut down ${age} ago.`;
    case 'disabled':
      return 'It is disabled in the configuration.';
  }
}

const breakerWords = { closed: 'closed', open: 'open', halfOpen: 'half-open', retired: 'retired' };

const parkReasons = {
  startup: 'it could not be started',
  budget: 'it could not be reached again',
  flapping: 'its sessions kept dying before they answered anything',
  permanent: 'trying again cannot help until something changes',
  auth: 'it wants a login',
  internal: 'an internal fault',
};

function describeTried({ attempts, generation, retriesLeft, state }: ServerStatus): string {
  if (state === 'disabled') return 'Nothing.';
  const sessions = `${count(generation, 'session')} opened so far`;
  if (state === 'ready' || state === 'shutdown') return `${sessions}.`;
  const tries = count(attempts, 'attempt') + (generation > 0 ? ' since the last session' : '');
  if (state === 'parked') return `${tries}; ${sessions}.`;
  const allowed = `${count(retriesLeft, 'more failure')} ${retriesLeft === 1 ? 'is' : 'are'} allowed`;
  return `${tries}; ${allowed} before it parks; ${sessions}.`;
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

function describeNext(facts: ExplanationFacts): string {
  const { status, now } = facts;
  const { state, attempt, nextAttemptAt } = status;
  const wait = nextAttemptAt === undefined ? undefined : formatDelay(nextAttemptAt - now);
  if (isUnstarted(facts)) return 'Nothing, until its supervisor is started.';
  if (attempt === 'queued') return 'An attempt waits for its turn to start.';
  if (attempt === 'running') return 'An attempt is running now.';
  if (state === 'ready') return 'It is watched; a loss is answered with a new attempt at once.';
  if (state === 'parked')
    return wait === undefined
      ? 'It does not probe itself; it waits to be asked.'
      : `It probes itself with one attempt in ${wait}.`;
  if (state === 'shutdown' || state === 'disabled') return 'Nothing, until it is started again.';
  return wait === undefined ? 'An attempt follows.' : `The next attempt starts in ${wait}.`;
}

function describeAdvice({ server, state, parkReason, lastError, breaker }: ServerStatus): string {
  if (state === 'ready')
    return breaker === 'closed' ? 'Nothing to do.' : 'See what the failing calls say.';
  if (state === 'disabled') return 'Enable it in the configuration.';
  if (state === 'shutdown') return 'Restart it if it is needed.';
  if (parkReason === 'auth')
    return `Log in with "holdfast login ${server}", or renew what its configuration or its host gives, then retry.`;
  const hint = lastError && hints[lastError.code];
  if (hint !== undefined) return hint;
  return state === 'parked'
    ? 'Mend the cause and retry, or wait for the next probe.'
    : 'Nothing yet; it is being brought back.';
}

function toText(
  answer: Omit<Explanation, 'text'>,
  { status, timeline, now }: ExplanationFacts,
): string {
  const where = whereText(status);
  const lines = [
    `${answer.server}: ${answer.state}${where === undefined ? '' : ` (${where})`}`,
    `  What is wrong   ${answer.problem}`,
    `  What was tried  ${answer.tried}`,
    `  What is next    ${answer.next}`,
    `  A call now      ${answer.callNow}`,
    `  What to do      ${answer.advice}`,
  ];
  const stderr = status.state === 'ready' ? undefined : status.stderrTail;
  if (stderr) lines.push('  Its last words', ...stderr.split('\n').map((line) => `    ${line}`));
  const recent = timeline.slice(-SHOWN_ENTRIES);
  if (recent.length > 0) lines.push('  History');
  for (const { at, event, detail } of recent)
    lines.push(`    ${formatDelay(now - at).padStart(12)} ago  ${event}  ${detail}`);
  return lines.join('\n');
}
