import type { ServerEntry } from '../../../src/config/server-entry.ts';
import { chanceOf } from './chance.ts';
import type { FaultKind } from './fault-kinds.ts';

/** What a server is like. A temper makes its own faults many times more likely than the others. */
export const tempers = {
  steady: [],
  neverStarts: ['refused'],
  startsSlowly: ['startsSlowly', 'startHangs'],
  mortal: ['dies'],
  flapping: ['flaps'],
  hanging: ['hangs', 'freezes'],
  wrongProtocol: ['wrongProtocol'],
  late: ['answersLate'],
  forgetful: ['forgetsSession'],
  guarded: ['loginNeeded', 'loginEnds', 'callNeedsLogin'],
  changing: ['changesTools', 'floodsListChanges'],
  stubborn: ['endsStubbornly', 'leavesProcess'],
  overloaded: ['retryAfter', 'overloaded', 'serverError'],
  garbled: ['malformed', 'cut'],
} as const satisfies Record<string, readonly FaultKind[]>;

export type Temper = keyof typeof tempers;

export interface ServerPlan {
  readonly name: string;
  readonly kind: 'stdio' | 'http';
  readonly entry: ServerEntry;
  readonly temper: Temper;
  /** Mean life of a session before something happens to it. */
  readonly sessionLifeMs: number;
  /** Mean time between bad spells, in which one kind of fault meets nearly every attempt or call. */
  readonly spellGapMs: number;
  readonly spellMs: number;
  /** Share of calls that meet a fault outside of bad spells; of attempts, too. */
  readonly badCalls: number;
  readonly badAttempts: number;
  readonly knowsPing: boolean;
  /** Mean time between calls, and between a tool list's changes. */
  readonly callGapMs: number;
  readonly changeGapMs: number;
}

export function drawServer(seed: number, index: number): ServerPlan {
  const chance = chanceOf(seed, `server ${index}`);
  const kind = chance.pick(['stdio', 'http'] as const);
  const name = `${kind}${index}`;
  const minutes = (...choice: number[]) => chance.pick(choice) * 60_000;
  return {
    name,
    kind,
    entry: kind === 'stdio' ? { command: name } : { url: `http://127.0.0.1:1/${name}` },
    temper: chance.pick(Object.keys(tempers) as Temper[]),
    sessionLifeMs: minutes(5, 15, 30, 60),
    spellGapMs: minutes(40, 60, 90, 120),
    spellMs: minutes(2, 6, 15, 30),
    badCalls: chance.pick([0.01, 0.04, 0.12]),
    badAttempts: chance.pick([0.02, 0.1, 0.3]),
    knowsPing: chance.happens(0.85),
    callGapMs: minutes(1, 2, 4, 8),
    changeGapMs: minutes(10, 30, 120),
  };
}
