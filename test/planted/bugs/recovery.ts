import { bug, patchesOf, type Bug } from './bug.ts';

const inRecovery = patchesOf('machines/connection/recovery.ts');
const inBackoff = patchesOf('machines/connection/backoff.ts');
const inGuards = patchesOf('machines/guards.ts');
const inParked = patchesOf('machines/connection/parked.ts');
const inAttempt = patchesOf('machines/connection/attempt.ts');
const inDelays = patchesOf('machines/delays.ts');

/** Budgets, delays, parking and retries. */
export const recoveryBugs: readonly Bug[] = [
  bug(
    ['budget-never-reset', 'R6', 'vectors: machine'],
    'a session does not forgive the retries that led to it',
    inRecovery(
      'retries: 0, eagerDials: 0, openedBefore: true',
      'eagerDials: 0, openedBefore: true',
    ),
  ),
  bug(
    ['budget-without-end', 'C6', 'vectors: machine'],
    'a server is tried for ever and never parked',
    inGuards(
      'context.recovery.retries + 1 > context.policy.reconnectRetries',
      'context.policy.reconnectRetries < 0',
    ),
  ),
  bug(
    ['delay-without-bound', 'C5', 'vectors: machine'],
    'delays grow beyond the longest that is allowed',
    inBackoff(
      'Math.min(policy.maxDelayMs, policy.baseDelayMs * policy.factor ** step)',
      'policy.baseDelayMs * policy.factor ** (step + 1)',
    ),
  ),
  bug(
    ['delay-never-grows', 'C5', 'vectors: machine'],
    'each delay is as short as the first',
    inBackoff('grows && !capped ? step + 1 : step', 'grows && !capped ? step : step'),
  ),
  bug(
    ['delay-forgets-at-once', 'C5', 'vectors: machine'],
    'a session that may die at once sets the delay back',
    inRecovery(
      'retries: 0, eagerDials: 0, openedBefore',
      'retries: 0, step: 0, eagerDials: 0, openedBefore',
    ),
  ),
  bug(
    ['jitter-lengthens', 'C5', 'vectors: machine'],
    'chance makes delays longer and not shorter',
    inBackoff('1 - policy.jitter * random()', '1 + policy.jitter * random()'),
  ),
  bug(
    ['hint-shortens', 'C5', 'vectors: machine'],
    'a server that asks for a short wait gets one, however often it failed',
    inBackoff('boundMs > wait.ms ?', 'boundMs > 0 ?'),
  ),
  bug(
    ['flaps-not-counted', 'C6a', 'vectors: machine'],
    'a server that dies after each handshake is started for ever',
    inRecovery(
      'return !session.proven && !session.stable;',
      'return session.proven && session.stable;',
    ),
  ),
  bug(
    ['handshake-proves', 'C6a', 'vectors: machine'],
    'a handshake counts as proof that the server works',
    inRecovery(
      'session: { proven: false, stable: false }',
      'session: { proven: true, stable: false }',
    ),
  ),
  bug(
    ['stable-loss-charged', 'C6', 'vectors: machine'],
    'the loss of a session that had been well for long uses up a retry',
    inGuards(
      '=> context.session.stable,',
      '=> context.session.stable && context.session.proven === undefined,',
    ),
  ),
  bug(
    ['free-attempt-not-spent', 'C11', 'vectors: machine'],
    'a server that forgets each session is dialled without any delay',
    inRecovery(
      'freeAttemptSpent = !context.session.stable',
      'freeAttemptSpent = context.session.stable',
    ),
  ),
  bug(
    ['eager-dials-without-bound', 'C5a', 'vectors: machine'],
    'waiting calls dial as often as they like',
    inGuards('context.recovery.eagerDials < context.policy.eagerDials &&', ''),
  ),
  bug(
    ['wake-charged', 'C9', 'vectors: machine'],
    'attempts after a sleep use up retries',
    inGuards("context.cause === 'eager' || context.cause === 'wake'", "context.cause === 'eager'"),
  ),
  bug(
    ['permanent-failure-retried', 'C4', 'vectors: machine'],
    'what waiting cannot mend is tried again and again',
    inGuards("failureOf(event).kind === 'permanent'", "failureOf(event).code === ''"),
  ),
  bug(
    ['parked-never-probes', 'C8', 'vectors: machine'],
    'a parked server stays so until a person asks',
    inGuards('context.policy.parkedProbeMs !== false', 'context.policy.parkedProbeMs === 0'),
  ),
  bug(
    ['parked-keeps-link', 'C7', 'vectors: machine'],
    'a parked server keeps the link that it gave up',
    inParked("entry: ['stopLink', 'drawProbeDelay'", "entry: ['drawProbeDelay'"),
  ),
  bug(
    ['parked-retry-unheard', 'C9', 'vectors: machine'],
    'a retry just after the park does nothing',
    inParked("guard: 'retryIsAskedFor'", "guard: 'retryReplacesLink'"),
  ),
  bug(
    ['retry-lost-at-park', 'C9', 'vectors: machine'],
    'a retry that joins the last attempt before the park is forgotten',
    inAttempt(
      "{ guard: 'retryIsAskedFor', actions: ['applyPolicy', 'forgive', 'setAskedCause'] }",
      "{ guard: 'retryIsAskedFor', actions: 'applyPolicy' }",
    ),
  ),
  bug(
    ['attempt-without-deadline', 'C2', 'vectors: machine'],
    'an attempt that hangs is waited for',
    inDelays(
      'recovery.openedBefore ? policy.connectTimeoutMs : policy.firstConnectTimeoutMs',
      'recovery.openedBefore ? 2_147_483_647 : policy.firstConnectTimeoutMs * 24_000',
    ),
  ),
  bug(
    ['shutdown-lost-while-dialling', 'S1', 'vectors: machine'],
    'a shutdown in the middle of an attempt is dropped',
    inAttempt("shutdown: { target: '#shutdown.closing' }", 'shutdown: { actions: [] }'),
  ),
  bug(
    ['refusal-ends-drain', 'S2', 'vectors: machine'],
    'a session that is refused while a shutdown drains cuts the calls whose verdicts follow',
    patchesOf('machines/connection/shutdown.ts')("guard: 'lossEndsAnswers', ", ''),
  ),
];
