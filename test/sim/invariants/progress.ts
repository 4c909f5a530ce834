import type { PublicState } from '../../../machines/public-state.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { attemptBoundMs } from './bounds.ts';
import { perServer } from './per-server.ts';

interface Watch {
  state: PublicState | undefined;
  attemptingSince: number;
  /** The next moment at which something must have happened. */
  dueAt: number;
  isDirty: boolean;
}

/**
 * I3: never stuck (C14). Whoever has no session is on the way to an attempt or in one that will end,
 * and an open breaker is on the way to half-open.
 */
export function watchProgress(scene: Scene): Observer {
  const { judge, clock, supervisor, plan } = scene;
  const watch = perServer<Watch>(() => ({
    state: undefined,
    attemptingSince: 0,
    dueAt: Infinity,
    isDirty: false,
  }));
  const servers = plan.fleet.map(({ name }) => name);
  let awakeSince = -1;

  /** When the server must have moved at the latest; a violation if nothing will ever move it. */
  const dueAtOf = (server: string, { state, attemptingSince }: Watch): number => {
    if (state === undefined || state.connection === 'shutdown') return Infinity;
    if (state.connection === 'ready' && state.breaker !== 'open') return Infinity;
    const { nextAttemptAt, breakerHalfOpensAt } = supervisor.status(server);
    const breakerAt = state.breaker === 'open' ? breakerHalfOpensAt : Infinity;
    const sessionAt =
      state.connection === 'ready'
        ? Infinity
        : state.attempting
          ? attemptingSince + attemptBoundMs(scene, server)
          : nextAttemptAt;
    for (const [what, at] of [
      ['breaker', breakerAt],
      ['connection', sessionAt],
    ] as const)
      judge.require(at !== undefined, 'I3 (C14)', server, () => `nothing moves its ${what}`);
    return Math.min(breakerAt ?? Infinity, sessionAt ?? Infinity);
  };

  return {
    moved(server, state) {
      const each = watch(server);
      if (state.attempting && each.state?.attempting !== true) each.attemptingSince = clock.now();
      each.state = state;
      each.isDirty = true;
    },
    sent(server, event) {
      // These begin the attempt anew, or give it its whole time again (C9); so does another rate (F2).
      const isAnew = event.type === 'configure' || event.type === 'retry';
      if (!isAnew) return;
      if (event.type === 'configure' || event.reason !== 'call')
        watch(server).attemptingSince = clock.now();
      watch(server).isDirty = true;
    },
    slept: () => void (awakeSince = clock.now()),
    instant() {
      const now = clock.now();
      if (now <= awakeSince) return;
      for (const server of servers) {
        const each = watch(server);
        if (each.isDirty && scene.known.has(server)) each.dueAt = dueAtOf(server, each);
        each.isDirty = false;
        if (!scene.known.has(server)) each.dueAt = Infinity;
        judge.require(each.dueAt >= now - 1, 'I3 (C14)', server, () => describe(each));
      }
    },
  };
}

function describe({ state, dueAt }: Watch): string {
  const what = state?.attempting === true ? 'an attempt' : 'a wait';
  return `${what} in ${state?.connection}, breaker ${state?.breaker}, was to end at ${dueAt}`;
}
