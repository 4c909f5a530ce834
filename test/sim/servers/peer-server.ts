import type { ChannelRequest } from '../../../src/link/open-channel.ts';
import { rpcError, silence } from '../../../src/testing/world/scripted-answers.ts';
import type { ScriptedChannel } from '../../../src/testing/world/scripted-channel.ts';
import type { Peers } from '../../../src/testing/world/scripted-peers.ts';
import type { ServerPlan } from '../plan/draw-server.ts';
import type { Scene } from '../run/scene.ts';
import { answerCall, refuseForgotten } from './answering.ts';
import { drawAttemptFault, initialize, listTools, start } from './dialling.ts';
import { Ending } from './ending.ts';
import { live } from './fates.ts';
import { reportLate } from './late-reports.ts';
import { OfferedTools } from './offered-tools.ts';
import { chancesOf, type Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';
import { createSpells } from './spells.ts';
import { watchCalls } from './watch-calls.ts';

/** One simulated server, over all its channels. */
export class PeerServer {
  readonly tools: OfferedTools;
  readonly plan: ServerPlan;
  readonly #peer: Peer;
  readonly #peers: Peers;
  readonly #endings = new Map<PeerSession, Ending>();
  #number = 0;
  #current: PeerSession | undefined;

  constructor(scene: Scene, plan: ServerPlan, peers: Peers) {
    const chance = chancesOf(scene.plan.seed, plan.name);
    const spells = createSpells(scene, plan, chance.life);
    this.plan = plan;
    this.#peers = peers;
    this.#peer = { scene, plan, chance, spells, sessions: new Map() };
    this.tools = new OfferedTools(this.#peer, () => this.#current);
    this.#behave();
  }

  open(request: ChannelRequest): ScriptedChannel {
    const { scene, plan, sessions } = this.#peer;
    const channel = this.#peers.open(request) as ScriptedChannel;
    const session: PeerSession = {
      server: plan.name,
      kind: plan.kind,
      number: (this.#number += 1),
      channel,
      dialledAt: scene.clock.now(),
      fault: drawAttemptFault(this.#peer),
      listed: false,
      lost: false,
      forgotten: false,
      frozen: false,
      endAsked: false,
      leftProcess: false,
      ended: false,
    };
    sessions.set(channel, session);
    this.#endings.set(session, new Ending(this.#peer, session));
    watchCalls(scene, session);
    return channel;
  }

  /** Whether nobody has found out yet. */
  get hasForgotten(): boolean {
    return this.#current?.forgotten === true;
  }

  /** Nothing that was frozen stays so. */
  heal(): void {
    for (const session of this.#peer.sessions.values()) session.frozen = false;
  }

  #behave(): void {
    const peer = this.#peer;
    const behaviour = this.#peers.behaviour(this.plan.name);
    behaviour.start = (channel) => {
      const session = this.#sessionOf(channel);
      this.#current = session;
      peer.scene.tell.dialled(session);
      void live(peer, session);
      return start(peer, channel);
    };
    behaviour.end = async (force, channel) => {
      const session = this.#sessionOf(channel);
      if (!session.endAsked) void reportLate(peer, session);
      const end = await (this.#endings.get(session) as Ending).ask(force);
      if (session.ended) this.#endings.delete(session);
      return end;
    };
    behaviour.quiet = () => peer.scene.after(peer.chance.end.between(0, 3_000));
    const { answers } = behaviour;
    answers['initialize'] = ({ protocolVersion }, { channel }) =>
      initialize(peer, channel, protocolVersion);
    answers['tools/list'] = (_, { channel }) => listTools(peer, channel, this.tools.list);
    answers['tools/call'] = (params, question) => answerCall(peer, params, question);
    answers['ping'] = (_, { channel }) => this.#answerPing(this.#sessionOf(channel));
  }

  #answerPing(session: PeerSession): unknown {
    if (session.frozen) return silence;
    if (session.forgotten) refuseForgotten(session);
    if (!this.plan.knowsPing) throw rpcError(-32601, 'no such method');
    return {};
  }

  #sessionOf(channel: unknown): PeerSession {
    const session = this.#peer.sessions.get(channel as ScriptedChannel);
    if (session === undefined) throw new Error('a channel that nobody opened');
    return session;
  }
}
