import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Loss } from '../../machines/events.ts';
import { defaultPolicy } from '../../machines/policy.ts';
import { systemClock } from '../../src/clock.ts';
import { ExchangeError, type Channel, type ExchangeFault } from '../../src/link/channel.ts';
import { createHttpChannel, type HttpChannelOptions } from '../../src/link/http/http-channel.ts';

/** A channel in use, and all that it told its owner. */
export interface OpenChannel {
  readonly channel: Channel;
  readonly messages: Record<string, unknown>[];
  readonly losses: Loss[];
  readonly notices: string[];
  suspicions: number;
  closes: number;
  /** Sends a request; its answer, or the error that `send` rejected with. */
  ask(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  call(tool: string, args?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** The same for a request that must fail: its fault. */
  faultOfCall(tool: string, args?: Record<string, unknown>): Promise<ExchangeFault>;
}

/** A channel that was started, and nothing more. */
export async function startChannel(
  url: URL,
  options: Partial<HttpChannelOptions> = {},
): Promise<OpenChannel> {
  const channel = createHttpChannel({ url, policy: defaultPolicy, clock: systemClock, ...options });
  const open = watchChannel(channel);
  await channel.start();
  return open;
}

/** A channel of any kind, not yet started, and all that it tells from here on. */
export function watchChannel(channel: Channel): OpenChannel {
  let id = 0;
  const open: OpenChannel = {
    channel,
    messages: [],
    losses: [],
    notices: [],
    suspicions: 0,
    closes: 0,
    ask: async (method, params = {}) => {
      id += 1;
      const mine = id;
      await channel.send({ jsonrpc: '2.0', id: mine, method, params });
      const answer = open.messages.find((message) => message['id'] === mine);
      if (!answer) throw new Error('The exchange is over, but there is no answer.');
      return answer;
    },
    call: (name, args = {}) => open.ask('tools/call', { name, arguments: args }),
    faultOfCall: (name, args) => faultOf(open.call(name, args)),
  };
  channel.observer = {
    onlost: (loss) => void open.losses.push(loss),
    onsuspect: () => void (open.suspicions += 1),
    onnotice: (notice) => void open.notices.push(notice),
  };
  channel.onmessage = (message: JSONRPCMessage) => void open.messages.push({ ...message });
  channel.onclose = () => void (open.closes += 1);
  return open;
}

/** A channel with the handshake done. */
export async function openChannel(
  url: URL,
  options: Partial<HttpChannelOptions> = {},
): Promise<OpenChannel> {
  const open = await startChannel(url, options);
  await handshake(open);
  return open;
}

export async function handshake({ ask, channel }: OpenChannel): Promise<void> {
  await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '0' },
  });
  channel.setProtocolVersion?.('2025-11-25');
  await channel.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
}

/** The fault a promise rejects with. */
export async function faultOf(promise: Promise<unknown>): Promise<ExchangeFault> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ExchangeError) return error.fault;
  throw new Error('It did not end in a fault.', { cause: error });
}

/** Waits for a fact, at most `boundMs`. */
export async function until(fact: () => boolean, boundMs = 5_000): Promise<void> {
  const end = performance.now() + boundMs;
  while (!fact()) {
    if (performance.now() > end) throw new Error(`This did not become true: ${fact.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
