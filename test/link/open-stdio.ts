import { fileURLToPath } from 'node:url';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Loss } from '../../machines/events.ts';
import type { Channel } from '../../src/link/channel.ts';
import { shareGuard } from '../../src/link/stdio/shared-guard.ts';
import {
  createStdioChannel,
  type StdioChannelOptions,
} from '../../src/link/stdio/stdio-channel.ts';

/** A channel to one of the servers in `fixtures/stdio`, and all that it told. */
export interface Opened {
  readonly channel: Channel;
  readonly messages: JSONRPCMessage[];
  readonly notices: string[];
  /** What was told in which order: `message`, `lost`, `closed`. */
  readonly story: string[];
  readonly lost: Promise<Loss>;
  readonly closed: Promise<void>;
  /** Sends a request and resolves to its answer. */
  ask(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Calls a tool and resolves to the text of its result. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
}

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/stdio/${name}`, import.meta.url));
}

/** Makes a channel to a fixture; it is ended with the test. */
export function prepare(
  server: string,
  args: readonly string[] = [],
  options: Partial<StdioChannelOptions> = {},
): Opened {
  const guard = shareGuard();
  const channel = createStdioChannel({
    command: process.execPath,
    args: [fixture(server), ...args],
    policy: { stdinGraceMs: 2_000, termGraceMs: 2_000 },
    guard,
    ...options,
  });
  onTestFinished(async () => {
    await channel.end({ force: true });
    await guard.close();
  });
  return observe(channel);
}

/** The same, started and past `initialize`. */
export async function open(...parameters: Parameters<typeof prepare>): Promise<Opened> {
  const opened = prepare(...parameters);
  await opened.channel.start();
  await opened.ask('initialize', { protocolVersion: '2025-11-25' });
  return opened;
}

function observe(channel: Channel): Opened {
  const messages: JSONRPCMessage[] = [];
  const notices: string[] = [];
  const story: string[] = [];
  const waiting = new Map<unknown, (message: Record<string, unknown>) => void>();
  let nextId = 0;
  channel.onmessage = (message) => {
    messages.push(message);
    story.push('message');
    const answer: Record<string, unknown> = message;
    waiting.get(answer['id'])?.(answer);
  };
  const lost = new Promise<Loss>((resolve) => {
    channel.observer = {
      onlost: (loss) => (story.push('lost'), resolve(loss)),
      onsuspect: () => {},
      onnotice: (notice) => notices.push(notice),
    };
  });
  const closed = new Promise<void>((resolve) => {
    channel.onclose = () => (story.push('closed'), resolve());
  });
  const ask: Opened['ask'] = async (method, params = {}) => {
    const id = (nextId += 1);
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    await channel.send({ jsonrpc: '2.0', id, method, params });
    return answered;
  };
  const call: Opened['call'] = async (name, args = {}) => {
    const { result } = await ask('tools/call', { name, arguments: args });
    return textOf(result);
  };
  return { channel, messages, notices, story, lost, closed, ask, call };
}

function textOf(result: unknown): string {
  const { content } = result as { content: { text: string }[] };
  return content.map(({ text }) => text).join('');
}
