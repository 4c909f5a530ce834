import { CALL_MS, CLIENT, CONNECT_MS } from './limits.mjs';
import { oneByOne } from './one-by-one.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'client',
  packages: ['@modelcontextprotocol/client'],
  reference: true,
  switchedOn: 'Nothing: no option brings a server back. stderr is inherited, its default.',
  open: (specs) => oneByOne(specs, connect),
};

async function connect(spec) {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client(CLIENT);
  await client.connect(await transportTo(spec), { timeout: CONNECT_MS });
  return {
    listTools: async () => {
      const { tools } = await client.listTools(undefined, { timeout: CALL_MS });
      return tools.map(({ name }) => name);
    },
    call: async (name, given, { timeoutMs }) =>
      textOf(await client.callTool({ name, arguments: given }, { timeout: timeoutMs })),
    close: () => client.close(),
  };
}

async function transportTo(spec) {
  if ('url' in spec) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(spec.url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport(spec);
}
