import { faults } from '../../../test/fixtures/http/faults.mjs';
import { mustHold, until } from '../../stage/broken.ts';
import { NAME } from '../../stage/lab.ts';
import { overNetwork } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';
import { ready } from '../tcp/tcp-kind.ts';
import { httpKind } from './http-kind.ts';

/** Sessions that the server no longer knows, and logins that it no longer takes. */
export const sessionKinds: readonly FaultKind[] = [
  ...([404, 400] as const).map((unknownSession) =>
    httpKind({
      name: `http-${unknownSession}-session-gone`,
      mustHold: 'K6 C11 a new session at once, and the calls are answered in it',
      smoke: unknownSession === 404,
      serve: { http: { unknownSession } },
      strike: ({ server }) => {
        server.configure({ unknownSession });
        server.forgetSessions();
      },
      effect: ['ok'],
      read: ['ok'],
      effects: 1,
      sessions: 2,
    }),
  ),
  {
    name: 'http-thirty-calls-on-a-gone-session',
    group: 'http',
    transports: overNetwork,
    mustHold: 'K5 one repair for all: thirty calls succeed in one new session',
    smoke: true,
    run: async (lab) => {
      // K8: on a busy machine thirty refusals take a while to come.
      const peer = await ready(lab, {}, { lateVerdictMs: 30_000, graceMs: 30_000 });
      peer.server.forgetSessions();
      const ends = await Promise.all(Array.from({ length: 30 }, () => lab.effect()));
      const failed = ends.filter(({ code }) => code !== 'ok');
      mustHold(failed.length === 0, 'all thirty succeed', failed[0]);
      mustHold(peer.effects === 30, 'K7 each ran once', peer.effects);
      mustHold(lab.status.generation === 2, 'in one new session', lab.status);
    },
  },
  {
    name: 'http-401',
    group: 'http',
    transports: overNetwork,
    mustHold:
      'C16 one free attempt, then parked for `auth`; K4 `AUTH_REQUIRED`; C9 a login revives',
    smoke: true,
    run: async (lab) => {
      const peer = await ready(lab);
      peer.server.fail('POST', faults.unauthorized);
      if (lab.transport === 'sse') peer.server.fail('GET', faults.unauthorized);
      const end = await lab.effect();
      mustHold(end.code === 'AUTH_REQUIRED', 'K6 the call needs a login', end);
      await until(() => lab.status.parkReason === 'auth', 'it parks for `auth`');
      const later = await lab.effect();
      mustHold(later.code === 'AUTH_REQUIRED', 'K4 so does the next', later);
      mustHold(peer.effects === 0, 'nothing has run', peer.effects);
      mustHold(lab.supervisor.tools().length === 0, 'T3 nothing is offered');
      peer.server.heal();
      await lab.supervisor.retry(NAME, 'login');
      await lab.recovers();
    },
  },
  {
    name: 'http-401-once',
    group: 'http',
    transports: overNetwork,
    mustHold: 'C16 a refusal that was over by the next attempt costs one new session, and no call',
    run: async (lab) => {
      const peer = await ready(lab);
      peer.server.fail('tools/call', faults.unauthorized, 1);
      const end = await lab.effect();
      mustHold(end.code === 'ok', 'K6 the call is sent again and answered', end);
      mustHold(peer.effects === 1, 'K7 it ran once', peer.effects);
      mustHold(lab.told('server.parked').length === 0, 'it never parked');
      await lab.recovers();
    },
  },
];
