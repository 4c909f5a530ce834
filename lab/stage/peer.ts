import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { GivenServerEntry } from '../../src/index.ts';
import {
  startFaultServer,
  type FaultServer,
  type FaultServerOptions,
} from '../../test/fixtures/http/fault-server.mjs';
import {
  startSseFaultServer,
  type SseFaultServer,
} from '../../test/fixtures/http/sse-fault-server.mjs';
import { HttpFront } from '../network/http-front.ts';
import { TcpProxy } from '../network/tcp-proxy.ts';
import { MARK } from './processes.ts';
import type { Transport } from './transport.ts';

/** A call, by its tool and arguments. */
export interface Asking {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** A real server in a scenario. */
export interface Peer {
  readonly entry: GivenServerEntry;
  /** Leaves a mark that is counted, and says nothing of bearing a second run. */
  readonly effect: Asking;
  /** Says that it only reads. */
  readonly read: Asking;
  /** How often the effect has really happened. */
  readonly effects: number;
  /** Sockets that are open on its side. */
  readonly openSockets: number;
  close(): Promise<void>;
}

export interface PeerOptions {
  /** The file of a server over stdio, in `test/fixtures/stdio` or `lab/servers`. */
  readonly file?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly http?: FaultServerOptions;
}

export function startPeer(
  transport: Transport,
  folder: string,
  options: PeerOptions,
): Promise<Peer> {
  if (transport === 'stdio') return Promise.resolve(new ChildPeer(folder, options));
  return RemotePeer.start(transport, options);
}

/** A child process; the file of effects outlives each of its lives. */
export class ChildPeer implements Peer {
  readonly entry;
  readonly effect: Asking;
  readonly read = { tool: 'echo', args: { text: 'read' } };
  readonly openSockets = 0;
  readonly #effects: string;

  constructor(folder: string, { file = 'echo-server.mjs', args = [], env = {} }: PeerOptions) {
    this.#effects = join(folder, 'effects');
    this.effect = { tool: 'write-effect', args: { file: this.#effects } };
    this.entry = {
      command: process.execPath,
      args: [serverFile(file), ...args],
      env: { [MARK]: folder, ...env },
    };
  }

  get effects(): number {
    return existsSync(this.#effects)
      ? readFileSync(this.#effects, 'utf8').split('\n').filter(Boolean).length
      : 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function serverFile(name: string): string {
  const shared = resolve('test/fixtures/stdio', name);
  return existsSync(shared) ? shared : resolve('lab/servers', name);
}

/** A server over HTTP behind a gateway and a proxy, which make the faults. */
export class RemotePeer implements Peer {
  readonly server: FaultServer | SseFaultServer;
  readonly front: HttpFront;
  readonly proxy: TcpProxy;
  readonly effect = { tool: 'effect', args: {} };
  readonly read = { tool: 'read-effect', args: {} };
  readonly #transport: 'http' | 'sse';

  static async start(transport: 'http' | 'sse', { http }: PeerOptions): Promise<RemotePeer> {
    const server =
      transport === 'http' ? await startFaultServer(http) : await startSseFaultServer();
    const peer = new RemotePeer(transport, server);
    await peer.front.listen();
    await peer.proxy.listen();
    return peer;
  }

  private constructor(transport: 'http' | 'sse', server: FaultServer | SseFaultServer) {
    this.#transport = transport;
    this.server = server;
    this.front = new HttpFront(server.port);
    const front = this.front;
    this.proxy = new TcpProxy(() => front.port, Math.random);
  }

  get entry(): GivenServerEntry {
    const path = this.#transport === 'http' ? '/mcp' : '/sse';
    return { url: `http://127.0.0.1:${this.proxy.port}${path}`, transport: this.#transport };
  }

  get effects(): number {
    return this.server.counts.effects;
  }

  get openSockets(): number {
    return this.proxy.openSockets;
  }

  async close(): Promise<void> {
    await this.proxy.refuse();
    await this.front.close();
    await this.server.close();
  }
}
