import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { LONGEST_READING_MS } from '../servers/dialling.ts';
import type { PeerSession } from '../servers/peer-session.ts';
import { most, perServer } from './per-server.ts';

interface Listing {
  session: PeerSession | undefined;
  names: readonly string[];
  /** When the newest list has to be on offer; Infinity if it is. */
  dueAt: number;
  refusedAt: number;
}

/** T4: a list that could not be read is asked for again after at most this long. */
const LONGEST_RETRY_MS = 60_000;

/** T4: what a server says to have changed is soon on offer, also what changes while its list is read. */
export function watchRefreshes(scene: Scene): Observer {
  const { judge, clock, policiesOf, stateOf, supervisor, plan } = scene;
  const listing = perServer<Listing>(() => ({
    session: undefined,
    names: [],
    dueAt: Infinity,
    refusedAt: -Infinity,
  }));
  const names = plan.fleet.map(({ name }) => name);

  /** One reading that has missed the change, the debounce, and one that takes it in. */
  const boundMs = (server: string) =>
    2 * LONGEST_READING_MS + most(policiesOf(server), 'listDebounceMaxMs');

  /** After a refusal, or no answer at all, the list is asked for once more. */
  const postponedTo = (server: string, { refusedAt }: Listing) =>
    refusedAt + most(policiesOf(server), 'connectTimeoutMs') + LONGEST_RETRY_MS + boundMs(server);

  const check = (server: string, { session, names: listed }: Listing) => {
    const isThere = session !== undefined && !session.lost && !session.endAsked;
    if (!isThere || stateOf(server)?.connection !== 'ready') return;
    const tools = supervisor.tools({ server }).map(({ name }) => name);
    const offered = tools.sort().join(' ');
    judge.require(
      offered === listed.join(' '),
      'T4',
      server,
      () => `goes on to offer ${offered}, where it has ${listed.join(' ')}`,
    );
  };

  return {
    dialled: (session) =>
      void Object.assign(listing(session.server), {
        session,
        dueAt: Infinity,
        refusedAt: -Infinity,
      }),
    listChanged(session, listed) {
      const each = listing(session.server);
      if (each.session !== session) return;
      each.names = listed;
      each.dueAt = clock.now() + boundMs(session.server);
    },
    listRefused: (session) => void (listing(session.server).refusedAt = clock.now()),
    slept(durationMs) {
      for (const server of names) {
        const each = listing(server);
        if (each.dueAt < Infinity) each.dueAt = clock.now() + boundMs(server);
        // Nobody waits for an answer, or for the next question, while all sleep.
        each.refusedAt += durationMs;
      }
    },
    instant() {
      const now = clock.now();
      for (const server of names) {
        const each = listing(server);
        if (now <= each.dueAt) continue;
        each.dueAt = postponedTo(server, each);
        if (now <= each.dueAt) continue;
        each.dueAt = Infinity;
        check(server, each);
      }
    },
  };
}
