import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test } from 'vitest';
import { ExchangeError, type Channel } from '../../src/link/channel.ts';
import { createWire, type Wire } from '../../src/link/wire.ts';

type Message = Record<string, unknown> & { readonly id?: string | number };

/** A peer on the far side of a channel that answers only as the test says. */
interface Peer {
  readonly channel: Channel;
  readonly wire: Wire;
  readonly client: Client;
  /** Messages that arrived from our side, oldest first. */
  readonly heard: Message[];
  readonly abandoned: unknown[];
  /** What the SDK client complained about. */
  readonly complaints: Error[];
  /** The next sending fails with this. */
  fail: Error | undefined;
  /** Nothing of what is abandoned had gone out. */
  isUnsent: boolean;
  say(message: object): Promise<void>;
}

const peers: Peer[] = [];

afterEach(async () => {
  await Promise.all(peers.splice(0).map(({ client }) => client.close()));
});

async function connectedPeer(): Promise<Peer> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const heard: Message[] = [];
  const abandoned: unknown[] = [];
  const complaints: Error[] = [];
  const channel: Channel = Object.assign(near, {
    observer: { onlost: () => undefined, onsuspect: () => undefined, onnotice: () => undefined },
    received: 0,
    abandon: (id: unknown) => {
      abandoned.push(id);
      return peer.isUnsent;
    },
    quiet: () => Promise.resolve(),
    end: () => Promise.resolve({ killed: 0, left: [] }),
    facts: () => ({}),
  });
  const sendNear = near.send.bind(near);
  channel.send = async (message: JSONRPCMessage) => {
    const { fail } = peer;
    peer.fail = undefined;
    if (fail !== undefined) throw fail;
    JSON.stringify(message);
    await sendNear(message);
  };
  const say = (message: object) => far.send({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  far.onmessage = (message) => {
    heard.push(message as Message);
    const { id, method } = message as Message;
    if (method !== 'initialize') return;
    const serverInfo = { name: 'peer', version: '1' };
    void say({
      id,
      result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
    });
  };
  await far.start();
  const client = new Client({ name: 'test', version: '1' });
  client.onerror = (error) => complaints.push(error);
  const wire = createWire(channel, (text) => text.replaceAll('secret', '[redacted]'));
  const still = { fail: undefined, isUnsent: false };
  const peer: Peer = { channel, wire, client, heard, abandoned, complaints, ...still, say };
  await client.connect(wire.transport);
  heard.length = 0;
  peers.push(peer);
  return peer;
}

describe('requests of ours beside an SDK client', () => {
  test('L1 each side gets its own answers, whatever their order', async () => {
    const peer = await connectedPeer();
    const ours = peer.wire.request('tools/call', { name: 'a' });
    const theirs = peer.client.ping();
    const [own, ping] = peer.heard;
    await peer.say({ id: ping?.id, result: {} });
    await peer.say({ id: own?.id, result: { content: [] } });
    expect(await ours.answer).toEqual({ kind: 'result', result: { content: [] } });
    await theirs;
    expect(peer.complaints).toEqual([]);
    expect(typeof own?.id).toBe('string');
    expect(typeof ping?.id).toBe('number');
    expect(peer.wire.callsInFlight).toBe(0);
  });

  test('the client still sees notifications and requests of the server', async () => {
    const peer = await connectedPeer();
    const notices: string[] = [];
    peer.client.fallbackNotificationHandler = async ({ method }) => void notices.push(method);
    await peer.say({ method: 'notifications/tools/list_changed' });
    await peer.say({ id: 'h1', method: 'ping' });
    await expect.poll(() => peer.heard).toEqual([{ jsonrpc: '2.0', id: 'h1', result: {} }]);
    expect(notices).toEqual(['notifications/tools/list_changed']);
  });

  test('K6 an error of the server keeps code, message and data', async () => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', {});
    await peer.say({ id: peer.heard[0]?.id, error: { code: -5, message: 'no', data: [1] } });
    expect(await answer).toEqual({ kind: 'error', code: -5, message: 'no', data: [1] });
  });

  test.each([
    [{}],
    [{ result: null }],
    [{ result: 'text' }],
    [{ result: [] }],
    [{ error: { code: 'x', message: 'no' } }],
    [{ error: { code: 1 } }],
  ])('B2 the answer %o is malformed', async (body) => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', {});
    await peer.say({ id: peer.heard[0]?.id, ...body });
    expect(await answer).toMatchObject({ kind: 'malformed' });
  });

  test('K1 progress reaches its request, and no other and no later one', async () => {
    const peer = await connectedPeer();
    const seen: unknown[] = [];
    const { answer } = peer.wire.request('tools/call', { _meta: { trace: 1 } }, (progress) =>
      seen.push(progress),
    );
    const { id, params } = peer.heard[0] ?? {};
    expect(params).toEqual({ _meta: { trace: 1, progressToken: id } });
    const progress = (body: object) =>
      peer.say({ method: 'notifications/progress', params: { progressToken: id, ...body } });
    await progress({ progress: 1, total: 2, message: 'half', more: 'x' });
    await progress({ progress: 'much' });
    await peer.say({ id, result: {} });
    await answer;
    await progress({ progress: 2 });
    expect(seen).toEqual([{ progress: 1, total: 2, message: 'half' }]);
    expect(peer.complaints).toEqual([]);
  });

  test('without a listener no progress is asked for', async () => {
    const peer = await connectedPeer();
    peer.wire.request('tools/call', { name: 'a' });
    expect(peer.heard[0]?.['params']).toEqual({ name: 'a' });
  });
});

describe('the end of a request', () => {
  test('K9 a cancelled one tells the server, ends its exchange, and a late answer is dropped', async () => {
    const peer = await connectedPeer();
    const { answer, cancel } = peer.wire.request('tools/call', {});
    cancel('enough');
    cancel('again');
    expect(await answer).toEqual({ kind: 'cancelled' });
    const id = peer.heard[0]?.id;
    expect(peer.heard.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: 'enough' },
      },
    ]);
    expect(peer.abandoned).toEqual([id]);
    await peer.say({ id, result: {} });
    expect(peer.complaints).toEqual([]);
  });

  test('K1 K9 one of which nothing had gone out says so, and the server is told nothing', async () => {
    const peer = await connectedPeer();
    const { answer, cancel } = peer.wire.request('tools/call', {});
    peer.isUnsent = true;
    peer.heard.length = 0;
    cancel('enough');
    expect(await answer).toEqual({ kind: 'cancelled', unsent: true });
    expect(peer.heard).toEqual([]);
  });

  test('L9 the text of an error is made fit to be shown', async () => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', {});
    await peer.say({ id: peer.heard[0]?.id, error: { code: -32_000, message: 'a secret' } });
    expect(await answer).toEqual({ kind: 'error', code: -32_000, message: 'a [redacted]' });
  });

  test('L3 one whose answer could not be read ends with what the channel says of it', async () => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', {});
    const fault = { kind: 'oversized', code: 'LINE_TOO_LONG' } as const;
    peer.channel.onfault?.(7, new ExchangeError(fault, 'not ours'));
    peer.channel.onfault?.(String(peer.heard[0]?.id), new ExchangeError(fault, 'too long'));
    expect(await answer).toEqual({ ...fault, message: 'too long' });
  });

  test.each([
    [
      'a fault of the exchange',
      new ExchangeError({ kind: 'notSent', code: 'EPIPE' }, 'gone'),
      { kind: 'notSent', code: 'EPIPE', message: 'gone' },
    ],
    [
      'a status',
      new ExchangeError(
        { kind: 'status', status: 429, sessionGone: false, retryAfterMs: 5 },
        'slow',
      ),
      { kind: 'status', status: 429, sessionGone: false, retryAfterMs: 5, message: 'slow' },
    ],
    ['anything else', new Error('odd'), { kind: 'cut', code: 'SEND_FAILED', message: 'odd' }],
  ])('K6 %s settles it', async (_name, error, expected) => {
    const peer = await connectedPeer();
    peer.fail = error;
    expect(await peer.wire.request('tools/call', {}).answer).toEqual(expected);
    expect(peer.wire.callsInFlight).toBe(0);
  });

  test('K6 what cannot be written as JSON was never sent', async () => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', { arguments: { big: 1n } });
    expect(await answer).toMatchObject({ kind: 'notSent', code: 'NOT_SERIALIZABLE' });
  });

  test('K1 a channel that throws instead of refusing settles it as well', async () => {
    const peer = await connectedPeer();
    peer.channel.send = (message) => {
      throw new Error(`thrown over ${JSON.stringify(message).length} characters`);
    };
    const { answer } = peer.wire.request('tools/call', { arguments: { big: 1n } });
    expect(await answer).toMatchObject({ kind: 'notSent', code: 'NOT_SERIALIZABLE' });
    expect(peer.wire.callsInFlight).toBe(0);
  });

  test('K8 a loss settles all at once, and afterwards nothing is sent', async () => {
    const peer = await connectedPeer();
    const requests = [1, 2, 3].map(() => peer.wire.request('tools/call', {}));
    const idle = peer.wire.idle();
    const cut = { kind: 'cut', code: 'CHILD_EXITED', message: 'the server ended' } as const;
    peer.wire.settleAll(cut);
    await idle;
    expect(await Promise.all(requests.map(({ answer }) => answer))).toEqual([cut, cut, cut]);
    const late = peer.wire.request('tools/call', {});
    late.cancel('never');
    expect(await late.answer).toMatchObject({ kind: 'notSent', code: 'CLOSED' });
    expect(peer.heard).toHaveLength(3);
    expect(peer.wire.callsInFlight).toBe(0);
  });

  test('K8 the close of the channel is a loss too, and the client hears of it', async () => {
    const peer = await connectedPeer();
    const { answer } = peer.wire.request('tools/call', {});
    const closed = new Promise<void>((resolve) => (peer.client.onclose = resolve));
    await peer.channel.close();
    await closed;
    expect(await answer).toMatchObject({ kind: 'cut' });
  });

  test('idle settles at once when nothing is in flight, else with the last answer', async () => {
    const peer = await connectedPeer();
    await peer.wire.idle();
    peer.wire.request('tools/call', {});
    peer.wire.request('tools/call', {});
    let isIdle = false;
    const idle = peer.wire.idle().then(() => (isIdle = true));
    await peer.say({ id: peer.heard[0]?.id, result: {} });
    await Promise.resolve();
    expect(isIdle).toBe(false);
    await peer.say({ id: peer.heard[1]?.id, result: {} });
    await idle;
  });
});
