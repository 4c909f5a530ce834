import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

interface Slot {
  readonly takenAt: number;
  /** What the call that probes asked for; 0 if it left that to the policy. */
  readonly askedMs: number;
}

/** I16: nobody holds the half-open breaker's one slot for longer than it lasts (B4). */
export function watchProbeSlots({ judge, clock, policiesOf }: Scene): Observer {
  const taken = new Map<string, Slot>();
  const asked = perServer(() => ({ ms: 0 }));
  let awakeSince = -1;
  return {
    slept: () => void (awakeSince = clock.now()),
    sent(server, event) {
      if (event.type === 'call.probe') asked(server).ms = event.timeoutMs ?? 0;
    },
    moved(server, { probe }) {
      if (probe !== 'taken') taken.delete(server);
      else if (!taken.has(server))
        taken.set(server, { takenAt: clock.now(), askedMs: asked(server).ms });
    },
    instant() {
      const now = clock.now();
      if (taken.size === 0 || now <= awakeSince) return;
      for (const [server, { takenAt, askedMs }] of taken) {
        const boundMs = Math.max(askedMs, most(policiesOf(server), 'probeTimeoutMs'));
        judge.require(
          now - takenAt <= boundMs,
          'I16 (B4)',
          server,
          () => `the slot is taken for ${now - takenAt} ms, where ${boundMs} ms are the bound`,
        );
      }
    },
  };
}
