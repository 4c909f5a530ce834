import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServerEntry } from '../../src/index.ts';
import { errorOf, NAME, supervise, textOf } from '../requirements/stage.ts';

const script = fileURLToPath(new URL('../fixtures/second-line/server.mjs', import.meta.url));

type Era = 'serve' | 'reject';

const transports: { transport: string; start: (era: Era) => Promise<ServerEntry> }[] = [
  {
    transport: 'stdio',
    start: async (era) => ({ command: process.execPath, args: [script, 'stdio', era] }),
  },
  { transport: 'Streamable HTTP', start: async (era) => ({ url: await startHttp(era) }) },
];

describe.each(transports)('L1 a server of the second SDK line, over $transport', ({ start }) => {
  it('is connected, listed and called like any other', async () => {
    const { supervisor, status, toolNames } = supervise({
      servers: { [NAME]: await start('serve') },
    });
    await supervisor.start();
    expect(status().state).toBe('ready');
    expect(toolNames()).toEqual(['echo']);
    const result = await supervisor.callTool(NAME, 'echo', { text: 'hello' });
    expect(textOf(result)).toBe('hello');
    expect((await supervisor.stop()).left).toBe(0);
  });

  it('E2 is parked for good, with advice, if it speaks only the revision without handshake', async () => {
    const { supervisor, status } = supervise({ servers: { [NAME]: await start('reject') } });
    await supervisor.start();
    expect(status()).toMatchObject({
      state: 'parked',
      parkReason: 'permanent',
      attempts: 1,
      lastError: { code: 'PROTOCOL_VERSION_UNSUPPORTED' },
    });
    const { problem, advice } = supervisor.explain(NAME);
    expect(problem).toContain('it speaks 2026-07-28');
    expect(problem).toMatch(/holdfast speaks \d{4}-\d{2}-\d{2} to \d{4}-\d{2}-\d{2}/);
    expect(advice).toContain('older revision');
    const error = await errorOf(supervisor.callTool(NAME, 'echo', { text: 'hello' }));
    expect(error.code).toBe('SERVER_PARKED');
    expect(error.advice).toContain('protocol revision');
  });
});

it('E2 a refusal of our revision counts even if it names no request', async () => {
  const { url } = await startRefusing({ handshakes: 0 });
  const { supervisor, status } = supervise({ servers: { [NAME]: { url } } });
  await supervisor.start();
  expect(status().lastError?.code).toBe('PROTOCOL_VERSION_UNSUPPORTED');
});

it('E2, L6 a server replaced by one without handshake is told apart within its session', async () => {
  const { url } = await startRefusing({ handshakes: 1 });
  const { supervisor, status, told, reaches } = supervise({
    servers: { [NAME]: { url } },
    policy: { earlyPingMs: 20 },
  });
  await supervisor.start();
  await reaches('parked');
  expect(told('server.lost')).toMatchObject([{ error: { code: 'SESSION_EXPIRED' } }]);
  expect(status()).toMatchObject({
    parkReason: 'permanent',
    lastError: { code: 'PROTOCOL_VERSION_UNSUPPORTED' },
  });
});

/** The fixture in a process of its own, ended with the test. */
async function startHttp(era: Era): Promise<string> {
  const child = spawn(process.execPath, [script, 'http', era], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    if (child.kill('SIGKILL')) await exited;
  });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return url;
}

/** Opens so many sessions, then answers as a server that reads no further than the revision. */
async function startRefusing({ handshakes }: { handshakes: number }): Promise<{ url: string }> {
  let left = handshakes;
  const server = createServer((request, response) => {
    void readJson(request).then((message) => {
      if (message.method === 'notifications/initialized') return response.writeHead(202).end();
      const greets = message.method === 'initialize' && left > 0;
      if (greets) left -= 1;
      const headers = { 'content-type': 'application/json', 'mcp-session-id': 'one' };
      response.writeHead(greets ? 200 : request.method === 'POST' ? 400 : 405, headers);
      response.end(JSON.stringify(greets ? { ...greeting, id: message.id } : refusal));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` };
}

const greeting = {
  jsonrpc: '2.0',
  result: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    serverInfo: { name: 'replaced', version: '1.0.0' },
  },
};

const refusal = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_022, message: 'Unsupported protocol version' },
};

async function readJson(stream: AsyncIterable<Buffer>): Promise<{ method?: string; id?: number }> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as { method?: string; id?: number });
}
