import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { alienVersion, type Puppet, type Request, type Strings } from './puppet.ts';

/** What has become of each session: it lives, was forgotten, or whoever served it is dead. */
type Fate = 'alive' | 'forgotten' | 'dead';

/** A server over Streamable HTTP in this process, which says what the puppet says. */
export async function httpStrings(puppet: Puppet): Promise<Strings> {
  const stage = new HttpStage(puppet);
  // Not caught: what fails here is a slip of the case, and has to fail its run.
  const server = createServer((request, response) => void stage.serve(request, response));
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    entry: { url: `http://127.0.0.1:${port}/mcp`, transport: 'http' },
    refuse: (request, { kind }) => stage.refuse(request, kind),
    lose: (session, { does }) =>
      stage.end(session as string, does === 'forgets' ? 'forgotten' : 'dead'),
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

class HttpStage {
  readonly #puppet: Puppet;
  readonly #fates = new Map<string, Fate>();
  readonly #streams = new Map<string, ServerResponse>();
  readonly #responses = new WeakMap<Request, ServerResponse>();

  constructor(puppet: Puppet) {
    this.#puppet = puppet;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const session = String(request.headers['mcp-session-id'] ?? '');
    if (session !== '' && this.#fates.get(session) !== 'alive')
      return this.#turnAway(session, response);
    if (request.method === 'GET') return this.#stream(session, response);
    if (request.method === 'DELETE') return void response.writeHead(200).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.#hear(JSON.parse(Buffer.concat(chunks).toString()) as Message, session, response);
  }

  refuse(request: Request, kind: string | undefined): void {
    if (kind === 'permanent') return request.result(alienVersion);
    this.#responses
      .get(request)
      ?.writeHead(kind === 'auth' ? 401 : 500)
      .end();
  }

  /** Cutting its stream makes the client look after the session at once (L6 d, L6 b). */
  end(session: string, fate: Fate): void {
    this.#fates.set(session, fate);
    this.#streams.get(session)?.destroy();
  }

  #turnAway(session: string, response: ServerResponse): void {
    if (this.#fates.get(session) === 'dead') response.destroy();
    else response.writeHead(404).end();
  }

  #stream(session: string, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here\n\n');
    this.#streams.set(session, response);
  }

  #hear({ id, method, params = {} }: Message, session: string, response: ServerResponse): void {
    if (method === undefined || id === undefined) return void response.writeHead(202).end();
    const isHandshake = method === 'initialize';
    if (isHandshake) this.#puppet.counts.starts += 1;
    const own = isHandshake ? `session-${this.#puppet.counts.starts}` : session;
    const say = (message: object) => {
      if (isHandshake) this.#fates.set(own, 'alive');
      response
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': own })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
    };
    const request: Request = {
      method,
      params,
      session: own,
      result: (result) => say({ result }),
      error: (code, message) => say({ error: { code, message } }),
      spoil: (how) => this.#spoil(how, own, response),
    };
    this.#responses.set(request, response);
    this.#puppet.receive(request);
  }

  #spoil(how: Parameters<Request['spoil']>[0], session: string, response: ServerResponse): void {
    switch (how) {
      case 'garbage':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
      case 'reset':
        return void response.destroy();
      case 'tooMany':
        return void response.writeHead(429).end();
      case 'unavailable':
        return void response.writeHead(503).end();
      case 'forgotten':
        this.end(session, 'forgotten');
        return void response.writeHead(404).end();
      case 'death':
        this.end(session, 'dead');
        return void response.destroy();
      case 'notSent':
        throw new Error('what reached the server was sent');
    }
  }
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}
