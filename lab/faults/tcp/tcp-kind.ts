import type { SupervisorOptions } from '../../../src/index.ts';
import { mustHold, until } from '../../stage/broken.ts';
import type { CallEnd } from '../../stage/call-end.ts';
import type { Lab } from '../../stage/lab.ts';
import { RemotePeer, type PeerOptions } from '../../stage/peer.ts';
import { overNetwork } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';

/** A fault of the network, made by the proxy under calls of a session that is ready. */
export interface TcpFault {
  readonly name: string;
  readonly mustHold: string;
  readonly smoke?: boolean;
  /** Makes the fault. */
  readonly strike: (peer: RemotePeer, lab: Lab) => Promise<void> | void;
  /** Codes that are true for a call that leaves an effect, sent into the fault. */
  readonly effect: readonly CallEnd['code'][];
  /** The same for a call that only reads; `undefined` for whatever is in `effect` or an answer. */
  readonly read?: readonly CallEnd['code'][];
  /** Ends the fault. Default: the proxy is healed. */
  readonly heal?: (peer: RemotePeer) => Promise<void> | void;
  /** Whether the session must have come through. */
  readonly sameSession?: boolean;
  readonly serve?: PeerOptions;
}

/** Long enough for what is slow, short enough for what never comes. */
const CALL_MS = 4_000;

/** Ready, then the fault under two calls at once, then healed: whatever happened must be true. */
export function tcpKind(fault: TcpFault): FaultKind {
  return {
    name: fault.name,
    group: 'tcp',
    transports: overNetwork,
    mustHold: fault.mustHold,
    ...(fault.smoke === true && { smoke: true }),
    run: async (lab) => {
      const peer = await ready(lab, fault.serve);
      await fault.strike(peer, lab);
      const options = { timeoutMs: CALL_MS };
      const [effect, read] = await Promise.all([lab.effect(options), lab.read(options)]);
      mustHold(
        fault.effect.includes(effect.code),
        `a write ends as ${fault.effect.join()}`,
        effect,
      );
      const mayRead = fault.read ?? [...fault.effect, 'ok'];
      mustHold(mayRead.includes(read.code), `a read ends as ${mayRead.join()}`, read);
      if (fault.heal) await fault.heal(peer);
      else peer.proxy.heal();
      await lab.recovers();
      if (fault.sameSession === true)
        mustHold(lab.status.generation === 1, 'the session lives on', lab.status);
      const last = await lab.effect({ waitForReadyMs: 10_000 });
      mustHold(last.code === 'ok', 'a write is answered again', last);
    },
  };
}

/** A session that is stable and proven, so that its loss is a clean one (C6). */
export async function ready(
  lab: Lab,
  options: PeerOptions = {},
  policy: SupervisorOptions['policy'] = {},
): Promise<RemotePeer> {
  const peer = await lab.serve(options);
  if (!(peer instanceof RemotePeer)) throw new Error('a network is needed for this');
  await lab.supervise(peer.entry, policy);
  await lab.recovers();
  await until(() => lab.told('server.stable').length > 0, 'the session is stable');
  return peer;
}
