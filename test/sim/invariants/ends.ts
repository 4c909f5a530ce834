import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from '../servers/peer-session.ts';

/** Nothing of the kind may follow a shutdown (S1). */
const livingEvents: ReadonlySet<string> = new Set([
  'server.attempting',
  'server.waiting',
  'server.parked',
  'server.revived',
  'server.lost',
]);

interface Sleep {
  readonly wokeAt: number;
  readonly durationMs: number;
}

/**
 * I11: a shutdown is final and leaves nothing behind (S1, S4); L3: it ends within its bound, by force if
 * need be (S3).
 */
export function watchEnds(scene: Scene): Observer {
  const { judge, clock, counted, supervisor, known } = scene;
  const ending = new Set<string>();
  const sleeps: Sleep[] = [];
  let open: PeerSession[] = [];
  let isOver = false;
  return {
    stopping: (server) => void ending.add(server),
    slept: (durationMs) => void sleeps.push({ wokeAt: clock.now(), durationMs }),
    stopped(server, tookMs, boundMs) {
      // Nobody ends anything while the machine sleeps.
      const awakeMs = tookMs - sleptMs(sleeps, clock.now() - tookMs);
      ending.delete(server);
      judge.require(
        awakeMs <= boundMs,
        'L3 (S3)',
        server,
        () => `took ${awakeMs} ms to stop, where ${boundMs} ms are the bound`,
      );
      for (const session of open)
        if (server === 'fleet' || session.server === server)
          judge.require(
            session.ended || session.leftProcess,
            'L3 (S3)',
            session.server,
            () => `channel ${session.number} has not ended when its shutdown has`,
          );
      isOver ||= server === 'fleet';
    },
    event({ type, server }) {
      const isEnding = ending.has(server) || ending.has('fleet');
      judge.require(
        !isOver && !(isEnding && livingEvents.has(type)),
        'I11 (S1)',
        server,
        () => `${type} after its shutdown`,
      );
    },
    dialled(session) {
      const { server } = session;
      const isEnding = isOver || ending.has(server) || ending.has('fleet');
      judge.require(!isEnding, 'I11 (S1)', server, () => 'dialled after its shutdown');
      open = [...open.filter(({ ended }) => !ended), session];
    },
    over() {
      judge.require(
        counted.pending === 0,
        'I11 (S4)',
        'fleet',
        () => `${counted.pending} timers are left`,
      );
      for (const { server, number, ended } of open)
        judge.require(ended, 'I11 (S4)', server, () => `channel ${number} was never ended`);
      for (const name of known)
        judge.require(
          supervisor.status(name).state === 'shutdown',
          'I11 (S1)',
          name,
          () => `is ${supervisor.status(name).state} in the end`,
        );
    },
  };
}

function sleptMs(sleeps: readonly Sleep[], since: number): number {
  const recent = sleeps.filter(({ wokeAt }) => wokeAt > since);
  return recent.reduce((sum, { durationMs }) => sum + durationMs, 0);
}
