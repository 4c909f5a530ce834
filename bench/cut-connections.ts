import { HoldfastError } from '../src/index.ts';
import { ONLY, supervise } from './clients.ts';
import type { Figure } from './figure.ts';
import { withHttpServer } from './peers.ts';

const CUTS = 1_000;
/** Every so often the server forgets the session as well, and the call has to be sent again. */
const FORGETS_EVERY = 4;

/** Out of the way, so that each call is really sent: starts (F2), delays (C5) and breaker (B1). */
const policy = {
  startBurst: 10_000,
  startsPerHour: 100_000,
  baseDelayMs: 1,
  stableAfterMs: 10,
  failureThreshold: 10_000,
  failureRateMinCalls: 10_000,
};

/** K7: nothing is run twice and reported as one. */
export const cutConnections: Figure = {
  name: 'cut-connections',
  measure: () =>
    withHttpServer(async (server) => {
      const supervisor = await supervise(server.url, policy);
      const codes = new Map<string, number>();
      try {
        await server.control('fail', 'tools/call:effect', { kind: 'reset', afterRun: true });
        for (let cut = 0; cut < CUTS; cut += 1) {
          if (cut % FORGETS_EVERY === 0) await server.control('forgetSessions');
          const code = await supervisor.callTool(ONLY, 'effect', {}).then(() => 'answered', codeOf);
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      } finally {
        await supervisor.stop();
      }
      const { effects } = await server.control();
      const unknown = codes.get('OUTCOME_UNKNOWN') ?? 0;
      const raised = `startBurst ${policy.startBurst}, startsPerHour ${policy.startsPerHour}`;
      return [
        {
          figure: `duplicate effects over ${CUTS} cut connections (${raised})`,
          measured: `${effects - CUTS} duplicates; ${showCounts(codes)}`,
          mustReach: `0, ${CUTS} OUTCOME_UNKNOWN`,
          met: effects === CUTS && unknown === CUTS,
        },
      ];
    }),
};

function codeOf(error: unknown): string {
  return error instanceof HoldfastError ? error.code : String(error);
}

function showCounts(codes: ReadonlyMap<string, number>): string {
  return [...codes].map(([code, count]) => `${count} ${code}`).join(', ');
}
