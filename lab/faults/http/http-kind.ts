import { mustHold, until } from '../../stage/broken.ts';
import type { CallEnd } from '../../stage/call-end.ts';
import type { Lab } from '../../stage/lab.ts';
import type { PeerOptions, RemotePeer } from '../../stage/peer.ts';
import { overNetwork, type Transport } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';
import { ready } from '../tcp/tcp-kind.ts';

/** What a call may truly end as. */
export type Ends = readonly CallEnd['code'][];

/** A fault of a server or a gateway in the middle of a session. */
export interface HttpFault {
  readonly name: string;
  readonly mustHold: string;
  readonly smoke?: boolean;
  readonly transports?: readonly Transport[];
  /** Makes the fault, before the calls. */
  readonly strike: (peer: RemotePeer, lab: Lab) => Promise<void> | void;
  /** Ends of a call that leaves an effect. */
  readonly effect: Ends;
  /** Ends of a call that only reads. */
  readonly read: Ends;
  /** How often the effect must have happened under the fault, where that is certain. */
  readonly effects?: number;
  /** Sessions in all, where that is certain. */
  readonly sessions?: number;
  readonly timeoutMs?: number;
  readonly serve?: PeerOptions;
  /** What else must be so while the fault lasts. */
  readonly meanwhile?: (lab: Lab, peer: RemotePeer) => Promise<void> | void;
}

const CALL_MS = 5_000;

/** Ready, then the fault under two calls, one after the other, then healed. */
export function httpKind(fault: HttpFault): FaultKind {
  return {
    name: fault.name,
    group: 'http',
    transports: fault.transports ?? overNetwork,
    mustHold: fault.mustHold,
    ...(fault.smoke === true && { smoke: true }),
    run: async (lab) => {
      const peer = await ready(lab, fault.serve);
      await fault.strike(peer, lab);
      const options = { timeoutMs: fault.timeoutMs ?? CALL_MS };
      const effect = await lab.effect(options);
      mustHold(
        fault.effect.includes(effect.code),
        `a write ends as ${fault.effect.join()}`,
        effect,
      );
      if (fault.effects !== undefined)
        mustHold(peer.effects === fault.effects, `it ran ${fault.effects} times`, peer.effects);
      const read = await lab.read(options);
      mustHold(fault.read.includes(read.code), `a read ends as ${fault.read.join()}`, read);
      await fault.meanwhile?.(lab, peer);
      peer.front.heal();
      peer.server.heal();
      await lab.recovers();
      await until(() => lab.status.inFlight === 0, 'nothing is in flight');
      const { generation } = lab.status;
      const wanted = fault.sessions ?? generation;
      mustHold(generation === wanted, `there were ${wanted} sessions`, lab.status);
    },
  };
}
