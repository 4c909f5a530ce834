import type { CallRecord } from '../people/call-record.ts';
import type { Observer } from '../run/observer.ts';
import type { Scene } from '../run/scene.ts';

/** K1: a limit that the host was too busy to look at is looked at once more, this much later. */
const MARGIN_MS = 25;

/** Codes that may end a call which was sent, and those that may end one which was not (K7). */
const mayHaveRun: ReadonlySet<string> = new Set([
  'answered',
  'SERVER_ERROR',
  'OUTCOME_UNKNOWN',
  'CALL_TIMEOUT',
  'PROTOCOL_ERROR',
  'CALL_CANCELLED',
]);
const needsSending: ReadonlySet<string> = new Set([
  'answered',
  'SERVER_ERROR',
  'OUTCOME_UNKNOWN',
  'CALL_TIMEOUT',
  'PROTOCOL_ERROR',
]);

/** I7: each call settles once and in time; I9: none that may have run is sent again unmarked. */
export function watchCalls(scene: Scene): Observer {
  const { judge, clock, calls } = scene;
  let awakeSince = 0;
  let nextDeadlineAt = Infinity;
  const hasRun = ({ sends }: CallRecord) => sends.filter(({ verdict }) => verdict === 'ran').length;
  return {
    submitted: ({ deadlineAt }) => void (nextDeadlineAt = Math.min(nextDeadlineAt, deadlineAt)),
    slept: () => void (awakeSince = clock.now()),
    instant() {
      const now = clock.now();
      if (now <= Math.max(nextDeadlineAt, awakeSince) + MARGIN_MS) return;
      nextDeadlineAt = Infinity;
      for (const call of calls.values()) {
        const { server, key, deadlineAt } = call;
        const isLate = now > Math.max(deadlineAt, awakeSince) + MARGIN_MS;
        judge.require(!isLate, 'I7 (K1)', server, () => `${key} was to settle by ${deadlineAt}`);
        nextDeadlineAt = Math.min(nextDeadlineAt, deadlineAt);
      }
    },
    asked(call) {
      const { server, key } = call;
      const runs = hasRun(call);
      judge.require(
        runs <= 1 || (runs === 2 && bearsSecondRun(call)),
        'I9 (K7)',
        server,
        () => `${key} (${call.tool}) is run for the ${runs}th time`,
      );
    },
    settled(call) {
      const { server, key, settled = '' } = call;
      const isTrue = hasRun(call) > 0 ? mayHaveRun.has(settled) : !needsSending.has(settled);
      judge.require(
        isTrue,
        'I9 (K7)',
        server,
        () => `${key} ended as ${settled}, and ${hasRun(call)} of its sendings may have run`,
      );
    },
  };
}

function bearsSecondRun({ tool, options: { replay = 'safe' } }: CallRecord): boolean {
  return replay === 'always' || (replay === 'safe' && (tool === 'look' || tool === 'put'));
}
