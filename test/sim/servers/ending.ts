import type { ChannelEnd } from '../../../src/link/channel.ts';
import type { Peer } from './peer.ts';
import type { PeerSession } from './peer-session.ts';

/** The end of one channel, which may be asked for more than once and then with force. */
export class Ending {
  readonly #peer: Peer;
  readonly #session: PeerSession;
  #end: Promise<ChannelEnd> | undefined;
  #hurry: () => void = () => undefined;
  #leavesProcess = false;

  constructor(peer: Peer, session: PeerSession) {
    this.#peer = peer;
    this.#session = session;
  }

  ask(force: boolean): Promise<ChannelEnd> {
    this.#session.endAsked = true;
    if (this.#end === undefined || this.#leavesProcess) this.#end = this.#begin(force);
    else if (force) this.#hurry();
    return this.#end;
  }

  async #begin(force: boolean): Promise<ChannelEnd> {
    const { scene, plan, chance } = this.#peer;
    const strikes = (kind: 'endsStubbornly' | 'leavesProcess', share: number) =>
      scene.faults.strikes(kind, plan.name, chance.end, share);
    const isStubborn = strikes('endsStubbornly', plan.temper === 'stubborn' ? 0.6 : 0.1);
    const leaves = strikes('leavesProcess', 0.06) && plan.kind === 'stdio' && !this.#leavesProcess;
    const { stdinGraceMs, termGraceMs, terminateMs } = scene.contextOf(plan.name)?.policy ?? usual;
    const ladderMs = plan.kind === 'stdio' ? stdinGraceMs + termGraceMs : terminateMs;
    // L4: what was killed is not gone at once.
    const goneMs = chance.end.between(0, 900);
    const usualMs = chance.end.between(1, 200);
    if (isStubborn && !force)
      await Promise.race([
        scene.after(ladderMs + goneMs),
        new Promise<void>((resolve) => (this.#hurry = resolve)),
      ]);
    else if (!force) await scene.after(usualMs);
    this.#leavesProcess = leaves;
    this.#session.leftProcess = leaves;
    if (leaves) return { killed: 1, left: [4_711] };
    this.#session.ended = true;
    return { killed: isStubborn ? 1 : 0, left: [] };
  }
}

const usual = { stdinGraceMs: 2_000, termGraceMs: 2_000, terminateMs: 2_000 };
