const ofAttempts = [
  'refused',
  'refusedForGood',
  'loginNeeded',
  'retryAfter',
  'startHangs',
  'startsSlowly',
  'startCrashes',
  'wrongProtocol',
  'handshakeHangs',
  'listHangs',
  'listFails',
] as const;

const ofSessions = [
  'dies',
  'flaps',
  'forgetsSession',
  'loginEnds',
  'freezes',
  'looksDead',
] as const;

const ofCalls = [
  'hangs',
  'answersLate',
  'cut',
  'serverError',
  'overloaded',
  'callNeedsLogin',
  'malformed',
  'notSent',
  'rpcError',
  'answersTwice',
] as const;

const ofLists = ['changesTools', 'floodsListChanges'] as const;
const ofEnds = ['endsStubbornly', 'leavesProcess', 'reportsLate'] as const;
const ofHosts = ['sleeps'] as const;

/** Everything that a simulated server, or the machine under the fleet, can be made to do wrong. */
export const faultKinds = [
  ...ofAttempts,
  ...ofSessions,
  ...ofCalls,
  ...ofLists,
  ...ofEnds,
  ...ofHosts,
] as const;

export type FaultKind = (typeof faultKinds)[number];
export type AttemptFault = (typeof ofAttempts)[number];
export type SessionFault = (typeof ofSessions)[number];
export type CallFault = (typeof ofCalls)[number];

/** What an attempt may meet. */
export const attemptFaults: readonly AttemptFault[] = twiceAsOften('refused', ofAttempts);

/** What ends a session, or makes it useless. */
export const sessionFaults: readonly SessionFault[] = twiceAsOften('dies', ofSessions);

/** What a call may meet. */
export const callFaults: readonly CallFault[] = twiceAsOften('malformed', ofCalls);

/** For picks by chance: the one that is drawn twice as often as each of the others. */
function twiceAsOften<Kind extends FaultKind>(one: Kind, kinds: readonly Kind[]): Kind[] {
  return kinds.flatMap((kind) => (kind === one ? [kind, kind] : [kind]));
}
