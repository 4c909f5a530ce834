import { CALL_MS, CLIENT, CONNECT_MS } from './limits.mjs';
import { oneByOne } from './one-by-one.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'sdk',
  packages: ['@modelcontextprotocol/sdk'],
  reference: true,
  switchedOn: 'Nothing: no option brings a server back. stderr is inherited, its default.',
  open: (specs) => oneByOne(specs, connect),
};

async function connect(spec) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const client = new Client(CLIENT);
  await client.connect(await transportTo(spec), { timeout: CONNECT_MS });
  return {
    listTools: async () => {
      const { tools } = await client.listTools(undefined, { timeout: CALL_MS });
      return tools.map(({ name }) => name);
    },
    call: async (name, given, { timeoutMs }) =>
      textOf(await client.callTool({ name, arguments: given }, undefined, { timeout: timeoutMs })),
    close: () => client.close(),
  };
}

async function transportTo(spec) {
  if ('url' in spec) {
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(spec.url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  return new StdioClientTransport(spec);
}
