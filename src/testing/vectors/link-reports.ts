import type { LinkEvent } from '../../../machines/events.ts';
import type { PeerAct } from './step.ts';

/** What a link reports of what its peer does; undefined for what no link can see. */
export function reportOf(act: PeerAct, retryAfterMs: number | undefined): LinkEvent | undefined {
  switch (act.does) {
    case 'opens':
      return { type: 'link.opened' };
    case 'refuses': {
      const { kind = 'transient', code = 'REFUSED' } = act;
      const hint = retryAfterMs === undefined ? undefined : { retryAfterMs };
      return { type: 'link.failed', failure: { kind, code, message: 'it refused', ...hint } };
    }
    case 'dies':
      return lost('lost', act.code ?? 'PROCESS_EXITED');
    case 'forgets':
      return lost('sessionExpired', act.code ?? 'SESSION_EXPIRED');
    case 'wantsLogin':
      return lost('auth', act.code ?? 'UNAUTHORIZED');
    case 'queues':
      return { type: 'link.queued' };
    case 'proceeds':
      return { type: 'link.granted' };
    case 'ends': {
      const { killed = 0, left = 0 } = act;
      return { type: 'link.closed', killed, left };
    }
    default:
      return undefined;
  }
}

/** What a link that was stopped still says. */
export function lateReportOf(act: PeerAct): LinkEvent {
  return reportOf({ does: act.report ?? 'opens' }, undefined) ?? { type: 'link.opened' };
}

function lost(kind: 'lost' | 'sessionExpired' | 'auth', code: string): LinkEvent {
  return { type: 'link.lost', loss: { kind, code, message: 'it is gone' } };
}
