import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ExchangeError } from '../../../src/link/channel.ts';
import type { Scene } from '../run/scene.ts';
import type { PeerSession } from './peer-session.ts';

/** Tells of each message to a peer at the moment at which it leaves; its server sees it only later. */
export function watchCalls(scene: Scene, session: PeerSession): void {
  const { channel } = session;
  const send = channel.send.bind(channel);
  const calls = new Set<unknown>();
  channel.send = (message) => {
    scene.tell.reached(session);
    const isCall = 'method' in message && message.method === 'tools/call';
    if (isCall) noteCall(scene, session, message);
    if (isCall && 'id' in message) calls.add(message.id);
    // K9: a call that is given up. Whether for its time or by its caller, the peer is not told.
    if (isCancelled(message, calls)) scene.tell.spoiled(session, false);
    const sent = send(message);
    if (isCall) void sent.catch((error: unknown) => noteFailure(scene, session, error));
    return sent;
  };
}

function noteCall(scene: Scene, session: PeerSession, message: JSONRPCMessage): void {
  const { params } = message as { readonly params?: Record<string, unknown> };
  const { key } = params?.['arguments'] as { readonly key: string };
  const call = scene.calls.get(key);
  if (call === undefined) return scene.judge.fail('I7 (K1)', key, 'sent after it had settled');
  call.sends.push({ at: scene.clock.now(), verdict: 'ran' });
  scene.tell.asked(call, session);
}

function isCancelled(message: JSONRPCMessage, calls: ReadonlySet<unknown>): boolean {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
  return calls.has(message.params?.['requestId']);
}

/** B2: what never left, and a login or session that is gone, say nothing about the server's health. */
function noteFailure({ tell }: Scene, session: PeerSession, error: unknown): void {
  if (!(error instanceof ExchangeError)) return;
  const { fault } = error;
  if (fault.kind === 'cut') tell.spoiled(session, true);
  if (fault.kind === 'malformed') tell.spoiled(session, false);
  if (fault.kind === 'status' && fault.status !== 401 && !fault.sessionGone)
    tell.spoiled(session, false);
}
