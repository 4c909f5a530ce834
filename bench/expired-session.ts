import { ONLY, supervise } from './clients.ts';
import type { Figure, Row } from './figure.ts';
import { withHttpServer, type HttpServer } from './peers.ts';
import { repeat } from './rounds.ts';

const CALLS = 30;

/** K5: one repair, many waiters; a call turned away unheard is safe to send again, hints or not. */
export const expiredSession: Figure = {
  name: 'expired-session',
  measure: () =>
    withHttpServer(async (server) => [
      await measureTool(server, 'read-effect', 'with hints'),
      await measureTool(server, 'effect', 'without hints'),
    ]),
};

async function measureTool(server: HttpServer, tool: string, hints: string): Promise<Row> {
  const handshakes: number[] = [];
  const served = await repeat(async () => {
    const supervisor = await supervise(server.url);
    try {
      await server.control('forgetSessions');
      const before = await server.control();
      const calls = Array.from({ length: CALLS }, () => supervisor.callTool(ONLY, tool, {}));
      const outcomes = await Promise.allSettled(calls);
      const after = await server.control();
      handshakes.push(after.initializes - before.initializes);
      const runs = after.effects + after.readEffects - before.effects - before.readEffects;
      const good = outcomes.filter(({ status }) => status === 'fulfilled').length;
      return runs === CALLS ? good : 0;
    } finally {
      await supervisor.stop();
    }
  });
  const [fewest, most] = [Math.min(...served), Math.max(...handshakes)];
  return {
    figure: `${CALLS} calls at once on an expired HTTP session, tool ${hints}`,
    measured: `${fewest} of ${CALLS}, ${most} new initialize, in the worst of ${served.length} rounds`,
    mustReach: `${CALLS} of ${CALLS}, exactly 1`,
    met: fewest === CALLS && handshakes.every((count) => count === 1),
  };
}
