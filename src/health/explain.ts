import type { LastError } from '../../machines/events.ts';
import { countText } from './count-text.ts';
import { describeCall, type Outlook } from './describe-call.ts';
import { describeError } from './describe-event.ts';
import { explanationText } from './explanation-text.ts';
import { formatDelay } from './format-delay.ts';
import { hints } from './hints.ts';
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
  /** C5: the present wait is as long as it is because the server asked for it. */
  readonly isHinted?: boolean;
  readonly outlook: Outlook;
  /** C12: how long a parked server must rest before a call may wake it; undefined if none may. */
  readonly wakeInMs?: number | undefined;
}

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
    advice: isUnstarted(facts) ? 'Call start() of its supervisor.' : describeAdvice(facts),
  };
  return { ...answer, text: explanationText(answer, facts) };
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
      return `It has been parked for ${age} because ${parkReasons[parkReason ?? 'internal']}: ${error}`;
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
  internal: 'of an internal fault',
};

function describeTried({ attempts, generation, retriesLeft, state }: ServerStatus): string {
  if (state === 'disabled') return 'Nothing.';
  const sessions = `${countText(generation, 'session')} opened so far`;
  if (state === 'ready' || state === 'shutdown') return `${sessions}.`;
  const tries = countText(attempts, 'attempt') + (generation > 0 ? ' since the last session' : '');
  if (state === 'parked') return `${tries}; ${sessions}.`;
  const allowed = `${countText(retriesLeft, 'more failure')} ${retriesLeft === 1 ? 'is' : 'are'} allowed`;
  return `${tries}; ${allowed} before it parks; ${sessions}.`;
}

function describeNext(facts: ExplanationFacts): string {
  const { status, now, isDraining, isHinted } = facts;
  const { state, attempt, nextAttemptAt, inFlight } = status;
  const wait = nextAttemptAt === undefined ? undefined : formatDelay(nextAttemptAt - now);
  if (isUnstarted(facts)) return 'Nothing, until its supervisor is started.';
  if (attempt === 'queued') return 'An attempt waits for its turn to start.';
  if (attempt === 'running') return 'An attempt is running now.';
  if (isDraining)
    return `${running(inFlight)}, then ${state === 'ready' ? 'a fresh attempt starts' : 'its link is closed'}.`;
  if (state === 'ready') return `${describeBreaker(facts)} A loss is answered with a new attempt.`;
  if (state === 'parked')
    return wait === undefined
      ? 'It does not probe itself; it waits to be asked.'
      : `It probes itself with one attempt in ${wait}.`;
  if (state === 'shutdown') return 'Nothing, until it is started again.';
  if (state === 'disabled') return 'Nothing; it is not started.';
  if (wait === undefined) return 'An attempt follows.';
  return `The next attempt starts in ${wait}${isHinted ? ', as the server asked' : ''}.`;
}

function running(inFlight: number): string {
  if (inFlight === 0) return 'What is running ends';
  return inFlight === 1 ? 'Its running call ends' : `Its ${inFlight} running calls end`;
}

function describeBreaker({ status, now }: ExplanationFacts): string {
  const { breaker, breakerHalfOpensAt } = status;
  if (breaker === 'halfOpen') return 'One call may try whether it has recovered.';
  if (breaker !== 'open') return 'It is watched.';
  return breakerHalfOpensAt === undefined
    ? 'After a pause the breaker lets one call try.'
    : `The breaker lets one call try in ${formatDelay(breakerHalfOpensAt - now)}.`;
}

function describeAdvice({ status, isDraining }: ExplanationFacts): string {
  const { server, state, parkReason, lastError, breaker } = status;
  if (isDraining) return 'Nothing; it was asked for.';
  if (state === 'ready')
    return breaker === 'closed'
      ? 'Nothing to do.'
      : 'See what the failing calls say; a retry rebuilds its link and closes the breaker.';
  if (state === 'disabled') return 'Enable it in the configuration.';
  if (state === 'shutdown') return 'Restart it if it is needed.';
  if (parkReason === 'auth')
    return `Log in with "holdfast login ${server}", or renew what its configuration or its host gives, then retry.`;
  if (parkReason === 'internal')
    return 'Retry; if it comes back, report it with this text: it is a fault of holdfast or of its host.';
  if (parkReason === 'flapping')
    return 'See in its last words, or its own log, why it ends so soon after its start; then retry.';
  const hint = lastError && hints[lastError.code];
  if (hint !== undefined) return hint;
  return state === 'parked'
    ? 'Mend the cause and retry, or wait for the next probe.'
    : 'Nothing yet; it is being brought back.';
}
