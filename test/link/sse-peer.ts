import { systemClock } from '../../src/clock.ts';
import { createSseChannel, type SseChannelOptions } from '../../src/link/sse/sse-channel.ts';
import { handshake, watchChannel, type OpenChannel } from './http-peer.ts';

/** A legacy SSE channel that has not been started. */
export function makeSseChannel(url: URL, options: Partial<SseChannelOptions> = {}): OpenChannel {
  return watchChannel(createSseChannel({ url, clock: systemClock, ...options }));
}

/** A channel with the handshake done. */
export async function openSseChannel(
  url: URL,
  options: Partial<SseChannelOptions> = {},
): Promise<OpenChannel> {
  const open = makeSseChannel(url, options);
  await open.channel.start();
  await handshake(open);
  return open;
}
