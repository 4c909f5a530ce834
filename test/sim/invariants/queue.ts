import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { steadyTools } from '../servers/offered-tools.ts';
import { most, perServer } from './per-server.ts';

const steady: ReadonlySet<string> = new Set(steadyTools);

/** I12: the line of waiting calls is bounded, and who came first goes first (K3). */
export function watchQueue(scene: Scene): Observer {
  const { judge, policiesOf } = scene;
  const waiting = perServer(() => new Set<CallRecord>());
  /** Every call that was never sent; those that are to be sent once more do not count. */
  const unsent = perServer(() => new Set<CallRecord>());
  const grown = new Set<string>();
  let overtaken: { readonly first: CallRecord; readonly by: CallRecord }[] = [];
  return {
    submitted(call) {
      // One for a tool that may be gone waits for the list, and may be overtaken meanwhile (K2).
      if (steady.has(call.tool)) waiting(call.server).add(call);
      unsent(call.server).add(call);
      grown.add(call.server);
    },
    settled(call) {
      waiting(call.server).delete(call);
      unsent(call.server).delete(call);
    },
    asked(call) {
      const { server, sends } = call;
      const line = waiting(server);
      if (sends.length === 1 && steady.has(call.tool)) {
        const [first] = line;
        if (first !== undefined && first !== call) overtaken.push({ first, by: call });
      }
      line.delete(call);
      unsent(server).delete(call);
    },
    instant() {
      // Who has just been refused learns of it only when the round is over.
      for (const { first, by } of overtaken)
        judge.require(
          first.settled !== undefined,
          'I12 (K3)',
          first.server,
          () => `${by.key} overtakes ${first.key}`,
        );
      if (overtaken.length > 0) overtaken = [];
      for (const server of grown) {
        const limit = most(policiesOf(server), 'queueLimit');
        const { size } = unsent(server);
        judge.require(size <= limit, 'I12 (K3)', server, () => `${size} wait where ${limit} may`);
      }
      grown.clear();
    },
  };
}
