import type { Loss } from '../../machines/events.ts';
import type { Channel } from './channel.ts';
import type { LinkEdges } from './link-edges.ts';
import type { Wire } from './wire.ts';

/** What there is to end of a link, whatever it had come to. */
export interface Remains {
  readonly server: string;
  readonly channel: Channel | undefined;
  readonly wire: Wire | undefined;
  readonly loss: Loss | undefined;
}

/** What an end took, as numbers of processes. */
interface Ended {
  readonly killed: number;
  readonly left: number;
}

/** S2: settles once nothing of the link is alive, or cannot be ended. */
export async function endLink(
  remains: Remains,
  { ends }: LinkEdges,
  force: boolean,
): Promise<Ended> {
  const { server, channel } = remains;
  settleCalls(remains);
  if (channel === undefined) return { killed: 0, left: 0 };
  const { killed, left } = await ends.end(server, channel, { force });
  return { killed, left: left.length };
}

/** The same for a link that nobody knows any more; its successor may begin meanwhile. */
export async function retireLink(remains: Remains, edges: LinkEdges): Promise<void> {
  const { server, channel, loss } = remains;
  if (channel === undefined) return;
  edges.ends.leave(server, channel);
  if (loss !== undefined && loss.kind !== 'lost') await lateVerdicts(channel, remains.wire, edges);
  settleCalls(remains);
  await edges.ends.end(server, channel);
}

/** K8: what still runs when its link is ended has an outcome that nobody will learn. */
export function settleCalls({ wire, loss }: Remains): void {
  const { code, message } = loss ?? linkClosed;
  wire?.settleAll({ kind: 'cut', code, message });
}

const linkClosed = { code: 'LINK_CLOSED', message: 'the link was closed' };

/** K8: each exchange of the old session may still bring its own verdict for a while. */
function lateVerdicts(
  channel: Channel,
  wire: Wire | undefined,
  { clock, policy }: LinkEdges,
): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimeout(resolve, policy().lateVerdictMs);
    // The channel may be quiet before the wire has handed on what its last exchange came to.
    void Promise.all([channel.quiet(), wire?.idle()]).then(() => {
      clock.clearTimeout(timer);
      resolve();
    });
  });
}
