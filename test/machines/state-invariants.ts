import { isDeepStrictEqual } from 'node:util';
import { reaching, timersOf, type ExploredState, type Snapshot } from './explore.ts';
import type { SpaceInvariant } from './space-invariants.ts';

/** What holds in every state that the machine can get into. */
export const stateInvariants: readonly SpaceInvariant[] = [
  {
    title: 'C14 it is never stuck: a timer is armed or an attempt is running',
    broken: ({ states }) =>
      keys(
        states.filter(
          ({ snapshot, state }) =>
            snapshot.status === 'active' &&
            state.connection !== 'ready' &&
            !state.attempting &&
            !connectionTimer(snapshot) &&
            !isUntimed(snapshot),
        ),
      ),
  },
  {
    title: 'C2 F2 an attempt has a deadline unless it is queued',
    broken: ({ alive }) =>
      keys(
        alive
          .filter(({ state }) => state.attempting)
          .filter((each) => connectionTimer(each.snapshot) === nameOf(each).includes('queued')),
      ),
  },
  {
    title: 'C2 there is a link exactly where one belongs',
    broken: ({ states }) =>
      keys(
        states.filter((each) => (each.snapshot.children.link !== undefined) !== belongsLink(each)),
      ),
  },
  {
    title: 'C5 R6 ready has used no retry and keeps no reason, error or wait',
    broken: ({ alive }) =>
      keys(
        alive.filter(
          ({ state, snapshot }) =>
            state.connection === 'ready' &&
            (state.retries > 0 ||
              'parkReason' in state ||
              'lastError' in state ||
              snapshot.context.wait !== undefined),
        ),
      ),
  },
  {
    title: 'C3 C6 no budget is overdrawn by more than the failure that parks',
    broken: ({ alive }) =>
      keys(alive.filter(({ state }) => state.retries > (state.connection === 'parked' ? 2 : 1))),
  },
  {
    title: 'C7 parked has a reason and no other state has one',
    broken: ({ alive }) =>
      keys(
        alive.filter(
          ({ state }) => (state.connection === 'parked') !== (state.parkReason !== undefined),
        ),
      ),
  },
  {
    title: 'C8 C9 parked can always be woken, and probes itself if it may',
    broken: ({ alive }) =>
      keys(
        alive
          .filter(({ state }) => state.connection === 'parked' && !state.attempting)
          .filter((each) => !wakesAsItMay(each)),
      ),
  },
  {
    title: 'S1 S2 every shutdown comes to its end',
    broken: ({ states }) => {
      const ending = reaching(states, ({ snapshot }) => snapshot.status === 'done');
      return keys(states.filter((each) => !ending.has(each)));
    },
  },
  {
    title: 'R1 R2 R4 ready with a closed breaker can be reached from everywhere but shutdown',
    broken: ({ states, alive }) => {
      const recovering = reaching(
        states,
        ({ state }) => state.connection === 'ready' && state.breaker === 'closed',
      );
      return keys(alive.filter((each) => !recovering.has(each)));
    },
  },
  {
    title: 'C1 the context is JSON everywhere',
    broken: ({ states }) =>
      keys(
        states.filter(
          ({ snapshot: { context } }) =>
            !isDeepStrictEqual(JSON.parse(JSON.stringify(context)), defined(context)),
        ),
      ),
  },
];

/** Absent and undefined are the same to whoever reads a context. */
function defined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined);
  return Object.fromEntries(entries.map(([key, inside]) => [key, defined(inside)]));
}

function connectionTimer(snapshot: Snapshot): boolean {
  return timersOf(snapshot).some(({ type }) => !type.includes('.breaker.'));
}

/** C8: the one rest without a timer. */
function isUntimed(snapshot: Snapshot): boolean {
  return snapshot.matches({ connection: { parked: { waiting: { untimed: 'wakeable' } } } });
}

function belongsLink({ snapshot, state }: ExploredState): boolean {
  return (
    state.attempting ||
    state.connection === 'ready' ||
    (state.connection === 'shutdown' && snapshot.status === 'active')
  );
}

function wakesAsItMay({ edges, snapshot }: ExploredState): boolean {
  const wakes = edges.filter(({ to }) => to.state.attempting).map(({ event }) => event.type);
  const timed = wakes.some((type) => type.startsWith('xstate.after.parkedProbe'));
  return wakes.includes('retry') && timed === (snapshot.context.policy.parkedProbeMs !== false);
}

function nameOf({ snapshot }: ExploredState): string {
  return JSON.stringify(snapshot.value.connection);
}

function keys(states: readonly ExploredState[]): string[] {
  return states.map(({ key }) => key);
}
