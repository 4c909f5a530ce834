import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import { faults } from '../fixtures/http/faults.mjs';
import { startSseFaultServer, type SseFaultServer } from '../fixtures/http/sse-fault-server.mjs';
import type { AtEnd, Handshakes, Peer } from './peer.ts';

const ownTools = ['echo', 'slow', 'big', 'effect', 'read-effect', 'idempotent-effect'];

/** A server over Streamable HTTP or legacy SSE; down means that nothing listens on its port. */
export class HttpPeer implements Peer {
  readonly server: FaultServer | SseFaultServer;
  readonly entry;
  readonly hangingCall = { tool: 'slow', args: {} };
  readonly #offered: string[] = [];

  constructor(server: FaultServer | SseFaultServer, transport?: 'sse') {
    this.server = server;
    this.entry = { url: server.url.href, ...(transport && { transport }) };
    server.fail('tools/call:slow', faults.hang);
  }

  get tools() {
    return [...ownTools, ...this.#offered];
  }

  get handshakes() {
    return this.server.requests.filter(({ rpc }) => rpc === 'initialize').map(({ at }) => at);
  }

  get calls() {
    return this.server.counts.calls;
  }

  get pings() {
    return this.server.counts.pings;
  }

  get listings() {
    return this.server.requests.filter(({ rpc }) => rpc === 'tools/list').length;
  }

  offer(tool: string): void {
    this.#offered.push(tool);
    this.server.addTool(tool);
  }

  greet(handshakes: Handshakes): void {
    if (handshakes === 'answer') this.server.heal('initialize');
    else this.server.fail('initialize', handshakes === 'fail' ? faults.status(500) : faults.hang);
  }

  goDown(): Promise<void> {
    return this.server.refuse();
  }

  async comeBack(): Promise<void> {
    this.server.forgetSessions();
    await this.server.listen();
  }

  drop(): Promise<void> {
    return this.server.restart();
  }

  leftovers(): number {
    return this.server.openSockets;
  }
}

export async function startHttpPeer(atEnd: AtEnd): Promise<HttpPeer> {
  const peer = new HttpPeer(await startFaultServer());
  atEnd(() => peer.server.close());
  return peer;
}

export async function startSsePeer(atEnd: AtEnd): Promise<HttpPeer> {
  const peer = new HttpPeer(await startSseFaultServer(), 'sse');
  atEnd(() => peer.server.close());
  return peer;
}
