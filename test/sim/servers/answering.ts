import type { Question } from '../../../src/testing/world/behaviour.ts';
import {
  fault,
  rpcError,
  silence,
  type Params,
} from '../../../src/testing/world/scripted-answers.ts';
import type { Sending } from '../people/call-record.ts';
import { callFaults, type CallFault } from '../plan/fault-kinds.ts';
import { pickKind, type Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';

/** One tool call at its server. What the server does not refuse in so many words may have run. */
export async function answerCall(
  peer: Peer,
  params: Params,
  { id, channel }: Question,
): Promise<unknown> {
  const { scene, sessions } = peer;
  const chance = peer.chance.call;
  const session = sessions.get(channel);
  const { key } = params['arguments'] as { readonly key: string };
  const sending = scene.calls.get(key)?.sends.at(-1);
  const kind = drawCallFault(peer);
  const latencyMs = chance.between(2, 600);
  const lateMs = chance.between(3_000, 150_000);
  const hasProgress = chance.happens(0.4);
  if (session === undefined || session.frozen) return silence;
  if (session.forgotten) {
    note(session, sending, 'refused');
    refuseForgotten(session);
  }
  const answer = { content: [{ type: 'text', text: key }] };
  if (kind === 'hangs') return silence;
  if (kind === 'answersLate') {
    if (hasProgress) void tellProgress(peer, session, { id, params, forMs: lateMs });
    await scene.after(lateMs);
    return answer;
  }
  await scene.after(latencyMs);
  if (kind === 'answersTwice') channel.answer(id, answer);
  if (kind === undefined || kind === 'answersTwice') return answer;
  return goWrong(peer, session, kind, sending);
}

/** A refusal that nobody listens to any more leaves it open whether the call has run. */
function note(
  { endAsked }: PeerSession,
  sending: Sending | undefined,
  verdict: Sending['verdict'],
): void {
  if (sending !== undefined && !endAsked) sending.verdict = verdict;
}

/** K5, L6 (a): each of its exchanges is refused, and the first of them ends the session. */
export function refuseForgotten(session: PeerSession): never {
  if (!session.lost) expire(session);
  throw fault({ kind: 'status', status: 404, sessionGone: true });
}

export function expire(session: PeerSession): void {
  session.lost = true;
  session.channel.lose({
    kind: 'sessionExpired',
    code: 'SESSION_EXPIRED',
    message: 'no such session',
  });
}

function drawCallFault(peer: Peer): CallFault | undefined {
  const { scene, plan, spells } = peer;
  const chance = peer.chance.call;
  const drawn = pickKind(peer, callFaults, chance);
  const spell = spells.calls;
  const inSpell = chance.happens(0.85);
  const strikes = scene.faults.strikes(drawn, plan.name, chance, plan.badCalls);
  if (spell !== undefined && inSpell) {
    scene.faults.count(spell, plan.name);
    return spell;
  }
  return strikes ? drawn : undefined;
}

type LoudFault = Exclude<CallFault, 'hangs' | 'answersLate' | 'answersTwice'>;

function goWrong(
  peer: Peer,
  session: PeerSession,
  kind: LoudFault,
  sending: Sending | undefined,
): never {
  const chance = peer.chance.call;
  const refuse = (verdict: Sending['verdict']) => note(session, sending, verdict);
  switch (kind) {
    case 'rpcError':
      throw rpcError(-32000, 'the tool says no');
    case 'cut':
      throw fault({ kind: 'cut', code: 'ECONNRESET' });
    case 'malformed':
      throw fault({ kind: 'malformed', code: 'NOT_JSON' });
    case 'serverError': {
      const status = chance.pick([500, 502, 504, 408, 503]);
      throw fault({ kind: 'status', status, sessionGone: false });
    }
    case 'notSent':
      refuse('notSent');
      throw fault({ kind: 'notSent', code: 'EPIPE' });
    case 'overloaded': {
      refuse('refused');
      const retryAfterMs = chance.between(100, 12_000);
      throw fault({ kind: 'status', status: 429, retryAfterMs, sessionGone: false });
    }
    case 'callNeedsLogin':
      refuse('refused');
      session.lost = true;
      session.channel.lose({ kind: 'auth', code: 'LOGIN_NEEDED', message: 'log in again' });
      throw fault({ kind: 'status', status: 401, sessionGone: false });
  }
}

/** K1: what keeps a long call alive. */
async function tellProgress(
  { scene }: Peer,
  session: PeerSession,
  call: { readonly id: Question['id']; readonly params: Params; readonly forMs: number },
): Promise<void> {
  const endsAt = scene.clock.now() + call.forMs;
  const progressToken = (call.params['_meta'] as Params | undefined)?.['progressToken'] ?? call.id;
  for (let progress = 1; scene.clock.now() < endsAt && !session.endAsked; progress += 1) {
    await scene.after(4_000);
    session.channel.notify('notifications/progress', { progressToken, progress });
  }
}
