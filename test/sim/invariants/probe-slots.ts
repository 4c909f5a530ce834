import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { most, perServer } from './per-server.ts';

interface Slot {
  readonly takenAt: number;
  /** What the call that probes asked for; 0 if it left that to the policy. */
  readonly askedMs: number;
}

/** I16: nobody holds the half-open breaker's one slot for longer than it lasts, or than it is needed (B4). */
export function watchProbeSlots({ judge, clock, policiesOf, stateOf }: Scene): Observer {
  const taken = new Map<string, Slot>();
  const holders = new Map<CallRecord, Slot>();
  const leaving = new Map<Slot, CallRecord>();
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
    asked(call) {
      const slot = taken.get(call.server);
      if (slot !== undefined && stateOf(call.server)?.breaker === 'halfOpen')
        holders.set(call, slot);
    },
    settled(call) {
      const slot = holders.get(call);
      holders.delete(call);
      if (slot !== undefined) leaving.set(slot, call);
    },
    instant() {
      for (const [slot, { server, key }] of leaving)
        judge.require(
          taken.get(server) !== slot,
          'I16 (B4)',
          server,
          () => `${key} has settled, and still holds the slot`,
        );
      if (leaving.size > 0) leaving.clear();
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
