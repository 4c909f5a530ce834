import type { ServerEntry } from '../../../src/index.ts';
import { MeetingOrder } from '../../../src/testing/vectors/meetings.ts';
import type { CallAct, Meeting, PeerAct } from '../../../src/testing/vectors/step.ts';
import { until } from '../../link/processes.ts';

/** One request as it came in, and the ways in which it can end. */
export interface Request {
  readonly method: string;
  readonly params: Record<string, unknown>;
  /** The session it came in; a process or a session id. */
  readonly session: unknown;
  result(result: object): void;
  error(code: number, message: string): void;
  /** Ends it without an answer of the protocol. */
  spoil(how: Exclude<Meeting, 'silence' | 'ok' | 'toolError' | 'rpcError'>): void;
}

/** How a transport carries out what a puppet is told to do to a session or an attempt. */
export interface Strings {
  readonly entry: ServerEntry;
  refuse(request: Request, act: PeerAct): void;
  lose(session: unknown, act: PeerAct): void;
  close(): Promise<void>;
}

const tools = [
  { name: 'read', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
  { name: 'write', inputSchema: { type: 'object' } },
];

/** An answer to a handshake that no client can go on from (E2). */
export const alienVersion = {
  protocolVersion: '1999-01-01',
  capabilities: {},
  serverInfo: { name: 'puppet', version: '1.0.0' },
};

const BOUND_MS = 15_000;

/** A real server that does nothing until a case says what; the same over every transport. */
export class Puppet {
  readonly counts = { starts: 0, checks: 0, calls: 0 };
  readonly #handshakes: Request[] = [];
  readonly #calls = new Map<string, Request>();
  readonly #order = new MeetingOrder();
  #session: unknown;

  /** Each transport hands its requests in here. */
  receive(request: Request): void {
    switch (request.method) {
      case 'initialize':
        this.#handshakes.push(request);
        return;
      case 'tools/list':
        return request.result({ tools });
      case 'ping':
        this.counts.checks += 1;
        return request.result({});
      case 'tools/call':
        this.counts.calls += 1;
        return this.#called(request);
      default:
        return request.error(-32601, `no method ${request.method}`);
    }
  }

  /** Carries out an act and returns as soon as the peer's part of it is done. */
  async act(act: PeerAct, strings: Strings): Promise<void> {
    switch (act.does) {
      case 'opens':
        return this.#open(await this.#handshake());
      case 'refuses':
        return strings.refuse(await this.#handshake(), act);
      case 'dies':
      case 'forgets':
        return strings.lose(this.#session, act);
      case 'ends':
        // It does so by itself.
        return;
      default:
        throw new Error(`a real server here never ${act.does}`);
    }
  }

  async answer(call: string): Promise<void> {
    await until(() => this.#calls.has(call), `the call ${call} reaches the server`, BOUND_MS);
    this.#calls.get(call)?.result({ content: [] });
  }

  async #handshake(): Promise<Request> {
    await until(() => this.#handshakes.length > 0, 'a handshake reaches the server', BOUND_MS);
    const [newest] = this.#handshakes.splice(0).slice(-1);
    return newest as Request;
  }

  #open(handshake: Request): void {
    this.#session = handshake.session;
    handshake.result({
      protocolVersion: handshake.params['protocolVersion'],
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: 'puppet', version: '1.0.0' },
    });
  }

  #called(request: Request): void {
    const { call, meets } = request.params['arguments'] as {
      call: string;
      meets?: NonNullable<CallAct['meets']>;
    };
    this.#calls.set(call, request);
    const meeting = this.#order.next(call, meets);
    switch (meeting) {
      case 'silence':
        return;
      case 'ok':
        return request.result({ content: [] });
      case 'toolError':
        return request.result({ content: [], isError: true });
      case 'rpcError':
        return request.error(-32_050, 'it says no');
      default:
        return request.spoil(meeting);
    }
  }
}
