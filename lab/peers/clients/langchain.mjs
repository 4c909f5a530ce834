import { CALL_MS } from './limits.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'langchain',
  packages: ['@langchain/mcp-adapters', '@langchain/core'],
  switchedOn:
    '`restart` (stdio) and `reconnect` (HTTP) enabled, with their own three attempts and 1 s; the tools are asked for anew before each call. stderr is inherited.',
  open,
};

const recovery = { enabled: true, maxAttempts: 3, delayMs: 1_000 };

async function open(specs) {
  const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
  const client = new MultiServerMCPClient({
    mcpServers: Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [name, entryOf(spec)]),
    ),
    prefixToolNameWithServerName: false,
    defaultToolTimeout: CALL_MS,
  });
  await client.initializeConnections();
  return {
    listTools: async (server) => (await client.getTools(server)).map(({ name }) => name),
    call: async (server, name, given, { timeoutMs }) => {
      const tool = (await client.getTools(server)).find((one) => one.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name} now`);
      return textOf(await tool.invoke(given, { timeout: timeoutMs }));
    },
    close: () => client.close(),
  };
}

function entryOf(spec) {
  if ('url' in spec) return { transport: 'http', url: spec.url, reconnect: recovery };
  return { transport: 'stdio', ...spec, restart: recovery };
}
