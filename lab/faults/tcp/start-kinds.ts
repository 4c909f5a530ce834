import { mustHold } from '../../stage/broken.ts';
import { NAME } from '../../stage/lab.ts';
import { RemotePeer } from '../../stage/peer.ts';
import { overNetwork } from '../../stage/transport.ts';
import type { FaultKind } from '../fault-kind.ts';

const ways: Readonly<Record<string, (peer: RemotePeer) => Promise<void> | void>> = {
  refuse: (peer) => peer.proxy.refuse(),
  close: ({ proxy }) => void (proxy.welcome = 'close'),
  reset: ({ proxy }) => proxy.down({ kind: 'reset', afterBytes: 10 }),
  truncate: ({ proxy }) => proxy.down({ kind: 'truncate', afterBytes: 30 }),
};

/** The same before there ever was a session: the budget of the start (C3), a park, and a probe. */
export const startKinds: readonly FaultKind[] = Object.entries(ways).map(([way, strike]) => ({
  name: `tcp-${way}-at-start`,
  group: 'tcp',
  transports: overNetwork,
  mustHold: 'C3 four attempts, then parked for `startup`; C8 it comes back by itself',
  run: async (lab) => {
    const peer = await lab.serve();
    if (!(peer instanceof RemotePeer)) throw new Error('a network is needed for this');
    await strike(peer);
    await lab.supervise(peer.entry, { parkedProbeMs: 4_000 });
    const [parked] = lab.told('server.parked');
    mustHold(parked?.reason === 'startup', 'C3 it is parked for `startup`', parked);
    const before = lab.story.slice(0, lab.story.indexOf(parked ?? lab.story[0]!));
    const attempts = before.filter(({ type }) => type === 'server.attempting').length;
    mustHold(attempts === 4, 'C3 after four attempts', attempts);
    mustHold(lab.supervisor.tools().length === 0, 'T3 nothing is offered');
    const refused = await lab.effect();
    mustHold(refused.code === 'SERVER_PARKED', 'K4 a call is told so', refused);
    peer.proxy.heal();
    if (way === 'refuse') await peer.proxy.listen();
    await lab.recovers();
    mustHold(lab.supervisor.tools({ server: NAME }).length > 0, 'R9 its tools are back');
  },
}));
