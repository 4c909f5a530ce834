import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';
import { steadyTools } from '../servers/offered-tools.ts';
import { perServer } from './per-server.ts';

const steady: ReadonlySet<string> = new Set(steadyTools);

/** I12: the line of waiting calls is bounded, and who came first goes first (K3). */
export function watchQueue(scene: Scene): Observer {
  const { judge, contextOf } = scene;
  const waiting = perServer(() => new Set<CallRecord>());
  /** What the line may hold where it has grown, and what it held before a limit was lowered. */
  const grown = new Map<string, { limit: number; before: number }>();
  const limitOf = (server: string) => contextOf(server)?.policy.queueLimit ?? 0;
  let overtaken: { readonly first: CallRecord; readonly by: CallRecord }[] = [];
  return {
    submitted(call) {
      // One for a tool that may be gone waits for the list, and may be overtaken meanwhile (K2).
      if (!steady.has(call.tool)) return;
      const { server } = call;
      const line = waiting(server);
      if (!grown.has(server)) grown.set(server, { limit: limitOf(server), before: line.size });
      line.add(call);
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
      for (const [server, { limit, before }] of grown) {
        const most = Math.max(limit, limitOf(server), before);
        const { size } = waiting(server);
        judge.require(size <= most, 'I12 (K3)', server, () => `${size} wait where ${most} may`);
      }
      if (grown.size > 0) grown.clear();
    },
  };
}
