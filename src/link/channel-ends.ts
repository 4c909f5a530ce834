import type { Channel, ChannelEnd } from './channel.ts';

/** What is left of a name's earlier channels: ends under way, and ends that left something. */
interface Remains {
  readonly ending: Set<Promise<ChannelEnd>>;
  readonly survivors: Set<Channel>;
}

/**
 * The ends of channels by server name (C13). It outlives each link and each actor, so that a
 * server added again under an old name waits for the old one's processes too.
 */
export class ChannelEnds {
  readonly #remains = new Map<string, Remains>();

  /** Ends the channel; the name stays busy until its processes are verifiably gone. */
  async end(
    server: string,
    channel: Channel,
    options?: { readonly force?: boolean },
  ): Promise<ChannelEnd> {
    const remains = this.#remains.get(server) ?? { ending: new Set(), survivors: new Set() };
    this.#remains.set(server, remains);
    const ending = channel.end(options);
    remains.ending.add(ending);
    try {
      const end = await ending;
      if (end.left.length > 0) remains.survivors.add(channel);
      else remains.survivors.delete(channel);
      return end;
    } finally {
      remains.ending.delete(ending);
      if (remains.ending.size + remains.survivors.size === 0) this.#remains.delete(server);
    }
  }

  isBusy(server: string): boolean {
    return this.#remains.has(server);
  }

  /** Waits for every predecessor of this name; the ids of the processes left all the same. */
  async settle(server: string): Promise<readonly number[]> {
    const remains = this.#remains.get(server);
    if (remains === undefined) return [];
    // What survived its own end is ended once more: it may have been stuck in the kernel.
    const again = [...remains.survivors].map((channel) => this.end(server, channel));
    const ends = await Promise.all([...remains.ending, ...again]);
    return [...new Set(ends.flatMap(({ left }) => left))];
  }

  /** Waits for the ends of all servers (S4). */
  async settleAll(): Promise<void> {
    await Promise.all([...this.#remains.values()].flatMap(({ ending }) => [...ending]));
  }
}
