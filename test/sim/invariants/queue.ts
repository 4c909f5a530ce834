import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { steadyTools } from '../servers/offered-tools.ts';
import { most, perServer } from './per-server.ts';

const steady: ReadonlySet<string> = new Set(steadyTools);

/** I12: the line of waiting calls is bounded, and who came first goes first (K3). */
export function watchQueue(scene: Scene): Observer {
  const { judge, supervisor, policiesOf } = scene;
  const waiting = perServer(() => new Set<CallRecord>());
  const grown = new Set<string>();
  let overtaken: { readonly first: CallRecord; readonly by: CallRecord }[] = [];
  return {
    submitted(call) {
      // One for a tool that may be gone waits for the list, and may be overtaken meanwhile (K2).
      if (steady.has(call.tool)) waiting(call.server).add(call);
      grown.add(call.server);
    },
    settled: (call) => void waiting(call.server).delete(call),
    asked(call) {
      const { server, sends } = call;
      const line = waiting(server);
      if (sends.length === 1 && steady.has(call.tool)) {
        const [first] = line;
        if (first !== undefined && first !== call) overtaken.push({ first, by: call });
      }
      line.delete(call);
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
        if (!scene.known.has(server)) continue;
        const policies = policiesOf(server);
        // Those that are to be sent once more stand in the line and do not count.
        const limit = most(policies, 'queueLimit') + most(policies, 'maxConcurrentCalls');
        const { queued } = supervisor.status(server);
        judge.require(queued <= limit, 'I12 (K3)', server, () => `${queued} wait of ${limit}`);
      }
      grown.clear();
    },
  };
}
