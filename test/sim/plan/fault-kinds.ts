/** Everything that a simulated server, or the machine under the fleet, can be made to do wrong. */
export const faultKinds = [
  // An attempt.
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
  // A session.
  'dies',
  'flaps',
  'forgetsSession',
  'loginEnds',
  'freezes',
  'looksDead',
  // A call.
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
  // The lists.
  'changesTools',
  'floodsListChanges',
  // The end.
  'endsStubbornly',
  'leavesProcess',
  'reportsLate',
  // The host.
  'sleeps',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** What an attempt may meet. */
export const attemptFaults = [
  'refused',
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
] as const satisfies readonly FaultKind[];

export type AttemptFault = (typeof attemptFaults)[number];

/** What ends a session, or makes it useless. */
export const sessionFaults = [
  'dies',
  'dies',
  'flaps',
  'forgetsSession',
  'loginEnds',
  'freezes',
  'looksDead',
] as const satisfies readonly FaultKind[];

export type SessionFault = (typeof sessionFaults)[number];

/** What a call may meet. */
export const callFaults = [
  'hangs',
  'answersLate',
  'cut',
  'serverError',
  'overloaded',
  'callNeedsLogin',
  'malformed',
  'malformed',
  'notSent',
  'rpcError',
  'answersTwice',
] as const satisfies readonly FaultKind[];

export type CallFault = (typeof callFaults)[number];
