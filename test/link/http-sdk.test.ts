import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultPolicy } from '../../machines/policy.ts';
import { systemClock } from '../../src/clock.ts';
import { createHttpChannel } from '../../src/link/http/http-channel.ts';
import { until } from './http-peer.ts';

let http: Server;
let mcp: McpServer;
let sessions: StreamableHTTPServerTransport;

beforeEach(async () => {
  mcp = new McpServer({ name: 'sdk', version: '1' });
  mcp.registerTool('count', { description: 'Reports progress twice.' }, async (extra) => {
    const progressToken = extra._meta?.progressToken ?? 0;
    for (const progress of [1, 2])
      await extra.sendNotification({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 2 },
      });
    return { content: [{ type: 'text', text: 'counted' }] };
  });
  sessions = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await mcp.connect(sessions as Transport);
  http = createServer((request, response) => void sessions.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await mcp.close();
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

test("L1 the SDK's client and server get along over our channel", async () => {
  const { port } = http.address() as AddressInfo;
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const channel = createHttpChannel({ url, policy: defaultPolicy, clock: systemClock });
  const client = new Client({ name: 'test', version: '1' });
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void (changes += 1));
  await client.connect(channel as Transport);

  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['count']);
  const seen: number[] = [];
  const result = await client.callTool({ name: 'count', arguments: {} }, undefined, {
    onprogress: ({ progress }) => void seen.push(progress),
  });
  expect(result['content']).toEqual([{ type: 'text', text: 'counted' }]);
  expect(seen).toEqual([1, 2]);

  // The listen stream may still be opening; a change is told only to those who listen.
  await until(() => {
    if (changes === 0) mcp.sendToolListChanged();
    return changes > 0;
  });

  let closed = false;
  sessions.onclose = () => (closed = true);
  await client.close();
  expect(closed).toBe(true);
});
