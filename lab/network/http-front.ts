import { createServer, request as requestOf, type IncomingMessage, type Server } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { keptPort } from '../../test/fixtures/http/kept-port.mjs';

/** One request that came to the front. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: string;
  /** Its JSON-RPC method, and for a call its tool; the HTTP method where there is none. */
  readonly rpc: string;
  readonly tool: string | undefined;
  readonly id: unknown;
  /** Has the server do it, and hands its answer to the client. */
  pass(): Promise<void>;
  /** Has the server do it, and keeps its answer from the client. */
  passUnseen(): Promise<void>;
}

/** Does something else in the place of the server. */
export type Misbehaviour = (arrival: Arrival) => Promise<void> | void;

interface Plan {
  readonly matches: (arrival: Arrival) => boolean;
  readonly does: Misbehaviour;
  left: number;
}

/** Stands before an HTTP server as a gateway does, and answers chosen requests in its own way. */
export class HttpFront {
  port = 0;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #plans: Plan[] = [];
  #server: Server | undefined;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
  }

  async listen(): Promise<void> {
    this.port ||= await keptPort();
    const server = createServer((request, response) => void this.#accept(request, response));
    // An idle socket that is closed just as it is used again would be another fault.
    server.keepAliveTimeout = 120_000;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.#server = server;
  }

  get openSockets(): number {
    return this.#sockets.size;
  }

  /** The next `times` requests of this kind meet this; `call:effect` is a call of that tool. */
  misbehave(kind: string, does: Misbehaviour, times = Infinity): void {
    const matches = ({ rpc, tool, request }: Arrival) =>
      kind === rpc || kind === request.method || (tool !== undefined && kind === `call:${tool}`);
    this.#plans.push({ matches, does, left: times });
  }

  heal(): void {
    this.#plans = [];
  }

  async close(): Promise<void> {
    const server = this.#server;
    const closed = new Promise<void>((resolve) =>
      server === undefined ? resolve() : server.close(() => resolve()),
    );
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  async #accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (body === undefined) return;
    const message = parsed(body);
    const forward = (show: boolean) => this.#forward(request, body, show ? response : undefined);
    const arrival: Arrival = {
      request,
      response,
      body,
      rpc: message.method ?? request.method ?? '',
      tool: message.method === 'tools/call' ? message.params?.name : undefined,
      id: message.id,
      pass: () => forward(true),
      passUnseen: () => forward(false),
    };
    const plan = this.#plans.find(({ matches, left }) => left > 0 && matches(arrival));
    if (plan === undefined) return arrival.pass();
    plan.left -= 1;
    await plan.does(arrival);
  }

  #forward(given: IncomingMessage, body: string, response?: ServerResponse): Promise<void> {
    const { method, url: path, headers } = given;
    return new Promise((resolve) => {
      const request = requestOf(
        { port: this.#targetPort, host: '127.0.0.1', method, path, headers, agent: false },
        (answer) => {
          answer.on('error', () => response?.destroy());
          answer.on('close', resolve);
          if (response === undefined) return void answer.resume();
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          response.flushHeaders();
          answer.pipe(response);
        },
      );
      request.on('error', () => (response?.destroy(), resolve()));
      response?.on('close', () => request.destroy());
      request.end(body);
    });
  }
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The client hung up in the middle.
    return undefined;
  }
  return Buffer.concat(chunks).toString('utf8');
}

interface Asked {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

function parsed(body: string): Asked {
  try {
    return JSON.parse(body) as Asked;
  } catch {
    return {};
  }
}
