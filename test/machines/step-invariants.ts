import type { Edge, ExploredState, Snapshot } from './explore.ts';
import type { SpaceInvariant } from './space-invariants.ts';

/** What holds at every step between the states that the machine can get into. */
export const stepInvariants: readonly SpaceInvariant[] = [
  {
    title: 'S1 shutdown is one step away from everywhere, and nothing leads out',
    broken: ({ edges }) =>
      described(
        edges.filter(({ from, event, to }) => {
          const shut = event.type === 'shutdown' || from.state.connection === 'shutdown';
          return shut !== (to.state.connection === 'shutdown');
        }),
      ),
  },
  {
    title: 'B5 every step into ready closes the breaker and counts one session',
    broken: ({ edges }) =>
      described(
        someOf(
          'step into ready',
          edges.filter(({ from, to }) => from.state.attempting && to.state.connection === 'ready'),
        ).filter(
          ({ from, event, to, result }) =>
            event.type !== 'link.opened' ||
            to.state.breaker !== 'closed' ||
            to.snapshot.context.breaker.failures !== 0 ||
            result.context.generation !== from.snapshot.context.generation + 1,
        ),
      ),
  },
  {
    title: 'C15 nothing ends the actor but shutdown',
    // Of an actor that has ended, all that a later guard can read may be as it was before.
    broken: ({ edges }) =>
      described(
        edges.filter(
          ({ to, result: { status } }) =>
            status === 'error' || (status === 'done' && to.state.connection !== 'shutdown'),
        ),
      ),
  },
  {
    title: 'B1 no outcome of a call moves the connection',
    broken: ({ edges }) =>
      described(
        edges.filter(
          ({ event, from, to }) =>
            (event.type === 'call.succeeded' || event.type === 'call.failed') &&
            connectionOf(from) !== connectionOf(to),
        ),
      ),
  },
  {
    title: 'C10 only a session or a person asking sets the used retries back',
    broken: ({ edges }) =>
      described(
        someOf(
          'step that forgives retries',
          edges.filter(({ from, result }) => retries(result) < from.state.retries),
        ).filter((edge) => edge.event.type !== 'link.opened' && !isAsked(edge)),
      ),
  },
  {
    title: 'C6a only proof, stability or a person asking clears the flaps',
    broken: ({ edges }) =>
      described(
        someOf(
          'step that clears the flaps',
          edges.filter(({ from, to }) => to.state.flaps < from.state.flaps),
        )
          .filter(({ to }) => to.state.connection !== 'shutdown')
          .filter(
            (edge) =>
              edge.event.type !== 'link.proven' &&
              !edge.event.type.startsWith('xstate.after.stableAfter') &&
              !isAsked(edge),
          ),
      ),
  },
  {
    title: 'C4 C5a C8 C9 retries rise one by one, and only by what is charged',
    broken: ({ edges }) =>
      described(
        someOf(
          'step that is charged',
          edges.filter(({ from, result }) => retries(result) > from.state.retries),
        ).filter(
          ({ from: { state, snapshot }, result }) =>
            retries(result) !== state.retries + 1 ||
            (state.attempting && ['eager', 'wake'].includes(snapshot.context.cause)) ||
            state.draining === true ||
            state.connection === 'parked',
        ),
      ),
  },
];

/** A rule about steps that never happen would hold without saying anything. */
function someOf(what: string, edges: readonly Edge[]): readonly Edge[] {
  if (edges.length === 0) throw new Error(`there is no ${what}`);
  return edges;
}

function isAsked({ event }: Edge): boolean {
  return event.type === 'retry' && event.reason !== 'call' && event.reason !== 'wake';
}

function retries({ context }: Snapshot): number {
  return context.recovery.retries;
}

function connectionOf({ snapshot }: ExploredState): string {
  return JSON.stringify(snapshot.value.connection);
}

function described(edges: readonly Edge[]): string[] {
  return edges.map(({ from, event }) => `${JSON.stringify(event)} in ${from.key}`);
}
