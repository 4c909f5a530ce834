import type { Channel, ChannelEnd } from './channel.ts';

/** One channel from its opening to its verified end, and longer if that left something behind. */
interface Tenancy {
  readonly hasProcess: boolean;
  /** Settles with the channel's first end. */
  readonly ended: Promise<ChannelEnd>;
  readonly settle: (end: ChannelEnd) => void;
  /** Its link was stopped, so that its end follows by itself. */
  isLeaving: boolean;
  isEnded: boolean;
}

/**
 * The channels of each server name until they are gone for good (C13). It outlives each link and
 * each actor, so that a server added again under an old name waits for the old one's processes.
 */
export class ChannelEnds {
  readonly #tenancies = new Map<string, Map<Channel, Tenancy>>();

  /** To be told of each channel before it starts; from then on the name is taken. */
  hold(server: string, channel: Channel, hasProcess: boolean): void {
    const channels = this.#tenancies.get(server) ?? new Map<Channel, Tenancy>();
    let settle: Tenancy['settle'] = () => undefined;
    const ended = new Promise<ChannelEnd>((resolve) => (settle = resolve));
    channels.set(channel, { hasProcess, ended, settle, isLeaving: false, isEnded: false });
    this.#tenancies.set(server, channels);
  }

  /** The channel's link was stopped; `end` follows once the last answers are in (K8). */
  leave(server: string, channel: Channel): void {
    const tenancy = this.#tenancies.get(server)?.get(channel);
    if (tenancy !== undefined) tenancy.isLeaving = true;
  }

  /** Ends the channel; the name stays taken until its processes are verifiably gone. */
  async end(
    server: string,
    channel: Channel,
    options?: { readonly force?: boolean },
  ): Promise<ChannelEnd> {
    this.leave(server, channel);
    const tenancy = this.#tenancies.get(server)?.get(channel);
    const end = await endOf(channel, options);
    if (end.left.length === 0) this.#release(server, channel);
    if (tenancy !== undefined) {
      tenancy.isEnded = true;
      tenancy.settle(end);
    }
    return end;
  }

  /** Whether processes of an earlier channel may still be there. */
  isBusy(server: string): boolean {
    return this.#of(server).some(([, { hasProcess }]) => hasProcess);
  }

  /** The processes of channels that have not been seen to be gone. */
  processIds(server: string): number[] {
    return this.#of(server).flatMap(([channel]) => channel.facts().pid ?? []);
  }

  /** Waits until the name is free (C13): also for a predecessor that still drains its calls. */
  vacate(server: string): Promise<ChannelEnd> {
    return this.#settle(server, this.#of(server));
  }

  /** S2: waits for the ends of the links that were stopped, and says what that took. */
  settle(server: string): Promise<ChannelEnd> {
    const leaving = this.#of(server).filter(([, { isLeaving }]) => isLeaving);
    return this.#settle(server, leaving);
  }

  /** The same for all servers (S4). */
  async settleAll(): Promise<void> {
    await Promise.all([...this.#tenancies.keys()].map((server) => this.settle(server)));
  }

  /** S3: skips to the kill step, also for links that were stopped earlier. */
  force(server: string): void {
    // Not awaited: whoever forces also waits for the ends, within a bound of its own.
    for (const [channel, { isLeaving }] of this.#of(server))
      if (isLeaving) void this.end(server, channel, { force: true });
  }

  async #settle(server: string, tenancies: readonly [Channel, Tenancy][]): Promise<ChannelEnd> {
    const ends = await Promise.all(
      // What survived its own end is ended once more: it may have been stuck in the kernel.
      tenancies.map(([channel, { isEnded, ended }]) =>
        isEnded ? this.end(server, channel) : ended,
      ),
    );
    return {
      killed: ends.reduce((sum, { killed }) => sum + killed, 0),
      left: [...new Set(ends.flatMap(({ left }) => left))],
    };
  }

  #of(server: string): [Channel, Tenancy][] {
    return [...(this.#tenancies.get(server) ?? [])];
  }

  #release(server: string, channel: Channel): void {
    const channels = this.#tenancies.get(server);
    channels?.delete(channel);
    if (channels?.size === 0) this.#tenancies.delete(server);
  }
}

/** C15: an end that fails is one that nobody has verified; it must not break what waits for it. */
async function endOf(channel: Channel, options?: { readonly force?: boolean }) {
  try {
    return await channel.end(options);
  } catch {
    const { pid } = channel.facts();
    return { killed: 0, left: pid === undefined ? [] : [pid] };
  }
}
