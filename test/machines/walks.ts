import fc from 'fast-check';
import type { ServerEvent } from '../../machines/events.ts';
import { stepsOr } from '../random/random-run.ts';
import { facts, laidPolicies, policies, slots, verdicts, type PolicyPatch } from './happenings.ts';

/** One thing that happens to a server. */
export type Step =
  | {
      readonly kind: 'send';
      readonly event: ServerEvent;
      /** Sessions ago that a verdict's call was dispatched in; absent for an undated one. */
      readonly age?: number | undefined;
    }
  /** A fact from a link that was stopped before. */
  | { readonly kind: 'late'; readonly event: ServerEvent & { type: `link.${string}` } }
  /** The next link that is started or commanded throws. */
  | { readonly kind: 'crash' }
  | { readonly kind: 'time'; readonly ms: number | 'next' };

export interface Walk {
  readonly policy: PolicyPatch;
  readonly generation: number;
  readonly parked: { readonly code: string; readonly message: string } | undefined;
  /** The same for the same time, so that nobody need know how often it is asked. */
  readonly random: (nowMs: number) => number;
  readonly steps: readonly Step[];
}

const send = (event: ServerEvent, age?: number): Step => ({
  kind: 'send',
  event,
  ...(age !== undefined && { age }),
});

const retries = fc
  .tuple(
    fc.constantFrom(undefined, 'user', 'call', 'call', 'call', 'login', 'config', 'wake'),
    fc.option(laidPolicies, { nil: undefined, freq: 4 }),
  )
  .map(([reason, policy]) =>
    send({ type: 'retry', ...(reason && { reason }), ...(policy && { policy }) } as ServerEvent),
  );
const shutdowns = fc
  .constantFrom(undefined, false, true)
  .map((force) => send({ type: 'shutdown', ...(force !== undefined && { force }) }));
const ages = fc.constantFrom(undefined, undefined, 0, 0, 0, 1);

/** Anything, legal or not, in any state. */
export const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: facts.map((event) => send(event)) },
  { weight: 2, arbitrary: facts.map((event) => ({ kind: 'late', event }) as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'crash' } as const) },
  { weight: 18, arbitrary: fc.tuple(verdicts, ages).map(([event, age]) => send(event, age)) },
  { weight: 7, arbitrary: slots.map((event) => send(event)) },
  { weight: 14, arbitrary: retries },
  { weight: 2, arbitrary: laidPolicies.map((policy) => send({ type: 'configure', policy })) },
  { weight: 3, arbitrary: fc.constant(send({ type: 'drained' })) },
  { weight: 1, arbitrary: shutdowns },
  { weight: 20, arbitrary: fc.constant({ kind: 'time', ms: 'next' } as const) },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 0, max: 90 }).map((ms) => ({ kind: 'time', ms }) as const),
  },
);

const gone = { code: 'GONE', message: 'It ended.' };
const opened = send({ type: 'link.opened' });
const failed = send({ type: 'link.failed', failure: { kind: 'transient', ...gone } });
const needsLogin = send({ type: 'link.failed', failure: { kind: 'auth', ...gone } });
const lost = send({ type: 'link.lost', loss: { kind: 'lost', ...gone } });
const expired = send({ type: 'link.lost', loss: { kind: 'sessionExpired', ...gone } });
const tripped = send({ type: 'call.failed', failure: { kind: 'timeout' }, rateTripped: true });
const cooled: Step = { kind: 'time', ms: 30 };
const shutdown = send({ type: 'shutdown' });
const retry = send({ type: 'retry' });
const called = send({ type: 'retry', reason: 'call' });
const proven = send({ type: 'link.proven' });
const probe = send({ type: 'call.probe' });
const probeFailed = send({ type: 'call.failed', failure: { kind: 'overload' }, probe: true });
const probeSucceeded = send({ type: 'call.succeeded', probe: true });

/** The shortest ways into every public state, under `scenePolicy`. */
export const scenes: readonly (readonly Step[])[] = [
  [],
  [failed],
  [opened],
  [opened, retry],
  [opened, lost],
  [opened, expired],
  [needsLogin],
  [needsLogin, retry],
  [shutdown],
  [opened, shutdown],
  [tripped, cooled],
  [opened, tripped],
  [opened, tripped, cooled],
  [opened, tripped, cooled, probe],
  [opened, tripped, cooled, probe, lost],
];
export const scenePolicy: PolicyPatch = { cooldownMs: 30, cooldownMaxMs: 90, wakeSpacingMs: 20 };

const randoms = fc.oneof(
  fc.constant(() => 0),
  fc.nat(2 ** 31 - 1).map((seed) => (nowMs: number) => hash(seed, nowMs)),
);

/** A seeded number from 0 to 1 for a time. */
function hash(seed: number, nowMs: number): number {
  let mixed = Math.imul(seed ^ Math.imul(nowMs, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** Turns of fate that single steps would rarely take in this order. */
const fates = fc.constantFrom<readonly Step[]>(
  [opened, proven],
  [opened, lost],
  [opened, lost, cooled, opened, proven],
  [opened, expired],
  [opened, proven, expired],
  [failed, called],
  [failed, called, failed, called],
  [failed, called, opened, lost],
  [opened, tripped, cooled, probe],
  [tripped, cooled, probe, probeFailed, cooled],
  [probe, probeSucceeded],
  [
    opened,
    tripped,
    cooled,
    probe,
    probeFailed,
    send({ type: 'configure', policy: { cooldownMs: 30 } }),
  ],
);

const turns = stepsOr(50);

/** Fifty steps or some more of a server with small budgets and short delays. */
export const walks: fc.Arbitrary<Walk> = fc.record(
  {
    policy: policies,
    generation: fc.constantFrom(0, 0, 3),
    parked: fc.option(fc.constant({ code: 'ACTOR_ERROR', message: 'It broke.' }), {
      nil: undefined,
      freq: 9,
    }),
    random: randoms,
    steps: fc
      .array(
        fc.oneof(
          // A turn in which nothing happens is what every other one shrinks to.
          { withCrossShrink: true },
          { weight: 1, arbitrary: fc.constant<readonly Step[]>([]) },
          { weight: 10, arbitrary: steps.map((step) => [step]) },
          { weight: 1, arbitrary: fates },
        ),
        { minLength: turns, maxLength: turns },
      )
      .map((taken) => taken.flat()),
  },
  { noNullPrototype: true },
);
