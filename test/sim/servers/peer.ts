import type { ServerSide } from '../../../src/testing/world/behaviour.ts';
import { chanceOf, type Chance } from '../plan/chance.ts';
import { tempers, type ServerPlan } from '../plan/draw-server.ts';
import type { FaultKind } from '../plan/fault-kinds.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from './peer-session.ts';
import type { Spells } from './spells.ts';

/** What all parts of one simulated server share. */
export interface Peer {
  readonly scene: Scene;
  readonly plan: ServerPlan;
  readonly spells: Spells;
  readonly sessions: Map<ServerSide, PeerSession>;
  /** One stream of chance per purpose. */
  readonly chance: Readonly<Record<'attempt' | 'life' | 'call' | 'lists' | 'end', Chance>>;
}

export function chancesOf(seed: number, server: string): Peer['chance'] {
  const of = (purpose: string) => chanceOf(seed, `${server} ${purpose}`);
  return {
    attempt: of('attempt'),
    life: of('life'),
    call: of('call'),
    lists: of('lists'),
    end: of('end'),
  };
}

/** Kinds that only a way over HTTP knows. */
const overHttp: ReadonlySet<FaultKind> = new Set([
  'loginNeeded',
  'retryAfter',
  'forgetsSession',
  'loginEnds',
  'looksDead',
  'serverError',
  'overloaded',
  'callNeedsLogin',
]);

/** A kind that this server can have; its temper's own is taken in every second case. */
export function pickKind<Kind extends FaultKind>(
  { plan }: Pick<Peer, 'plan'>,
  kinds: readonly Kind[],
  chance: Chance,
): Kind {
  const possible = kinds.filter((kind) => plan.kind === 'http' || !overHttp.has(kind));
  const own: readonly FaultKind[] = tempers[plan.temper];
  const favourites = possible.filter((kind) => own.includes(kind));
  const drawn = chance.pick(possible);
  const favourite = chance.pick(favourites.length > 0 ? favourites : possible);
  return chance.happens(0.5) ? favourite : drawn;
}
