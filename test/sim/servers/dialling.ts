import type { ServerSide } from '../../../src/testing/world/behaviour.ts';
import { rpcError, silence } from '../../../src/testing/world/scripted-answers.ts';
import { ConnectError } from '../../../src/link/channel.ts';
import { attemptFaults, type AttemptFault } from '../plan/fault-kinds.ts';
import type { Peer } from './peer.ts';
import { pickKind } from './peer.ts';

/** What this attempt is to meet; drawn before anything else happens to it. */
export function drawAttemptFault(peer: Peer): AttemptFault | undefined {
  const { scene, plan, chance, spells } = peer;
  const drawn = pickKind(peer, attemptFaults, chance.attempt);
  const spell = spells.attempts;
  const inSpell = chance.attempt.happens(0.93);
  const strikes = scene.faults.strikes(drawn, plan.name, chance.attempt, plan.badAttempts);
  if (spell !== undefined && inSpell) {
    scene.faults.count(spell, plan.name);
    return spell;
  }
  return strikes ? drawn : undefined;
}

/** How long a list takes that is read again. */
export const LONGEST_READING_MS = 3_000;

const forever = <Result>(): Promise<Result> => new Promise(() => {});

/** The start of a channel, up to the moment at which it could carry a handshake. */
export async function start(peer: Peer, channel: ServerSide): Promise<void> {
  const { scene, plan, sessions } = peer;
  const chance = peer.chance.attempt;
  const usualMs = plan.kind === 'stdio' ? chance.between(20, 1_500) : chance.between(2, 80);
  const [slowMs, hintMs] = [chance.between(2_000, 70_000), chance.between(500, 200_000)];
  switch (sessions.get(channel)?.fault) {
    case 'startCrashes':
      throw new Error('the transport broke');
    case 'startHangs':
      return forever();
    case 'startsSlowly':
      return scene.after(slowMs);
    case 'refused':
      await scene.after(usualMs);
      throw new ConnectError('transient', 'ECONNREFUSED', 'refused');
    case 'refusedForGood':
      await scene.after(usualMs);
      throw new ConnectError('permanent', 'COMMAND_NOT_FOUND', 'there is no such command');
    case 'loginNeeded':
      await scene.after(usualMs);
      throw new ConnectError('auth', 'LOGIN_NEEDED', 'log in first');
    case 'retryAfter':
      await scene.after(usualMs);
      throw new ConnectError('transient', 'HTTP_503', 'later', { retryAfterMs: hintMs });
    default:
      return scene.after(usualMs);
  }
}

export function initialize(peer: Peer, channel: ServerSide, protocolVersion: unknown): unknown {
  const fault = peer.sessions.get(channel)?.fault;
  if (fault === 'handshakeHangs') return silence;
  return {
    protocolVersion: fault === 'wrongProtocol' ? '1999-12-31' : protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: peer.plan.name, version: '1.0.0' },
  };
}

export function listTools(peer: Peer, channel: ServerSide, tools: readonly unknown[]): unknown {
  const session = peer.sessions.get(channel);
  if (session === undefined) return silence;
  const { tell, after } = peer.scene;
  if (session.frozen) {
    tell.listRefused(session);
    return silence;
  }
  const { fault } = session;
  if (fault === 'listHangs' && !session.listed) return silence;
  if (fault === 'listFails' && !session.listed) throw rpcError(-32603, 'no list today');
  // A list that is read again may fail too, and is asked for once more (T4).
  if (fault === undefined && session.listed && peer.spells.attempts === 'listFails') {
    tell.listRefused(session);
    throw rpcError(-32603, 'no list today');
  }
  if (!session.listed) {
    session.listed = true;
    return { tools };
  }
  // T4: what changes from here on is not in the answer.
  return after(peer.chance.lists.between(0, LONGEST_READING_MS)).then(() => ({ tools }));
}
