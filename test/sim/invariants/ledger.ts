import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';

/** I7: a call that has settled takes up no room any more, neither in the line nor on the link (K1, K3). */
export function watchLedger({ judge, supervisor, calls, known }: Scene): Observer {
  const settling = new Set<string>();
  return {
    settled: ({ server }) => void settling.add(server),
    instant() {
      if (settling.size === 0) return;
      const left = new Map<string, number>();
      for (const { server } of calls.values()) left.set(server, (left.get(server) ?? 0) + 1);
      for (const server of settling) {
        if (!known.has(server)) continue;
        const { queued, inFlight } = supervisor.status(server);
        const unsettled = left.get(server) ?? 0;
        judge.require(
          queued + inFlight <= unsettled,
          'I7 (K1)',
          server,
          () => `${queued} wait and ${inFlight} run, where ${unsettled} have not settled`,
        );
      }
      settling.clear();
    },
  };
}
