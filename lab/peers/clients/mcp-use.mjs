import { CALL_MS, CLIENT, RECONNECTION } from './limits.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'mcp-use',
  packages: ['mcp-use'],
  switchedOn:
    'Sessions connect by themselves; `reconnectionOptions` of the HTTP stream with ten retries. stderr goes to ours.',
  open,
};

async function open(specs) {
  const { MCPClient } = await import('mcp-use/client');
  const mcpServers = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [name, entryOf(spec)]),
  );
  const client = new MCPClient({ mcpServers });
  const names = Object.keys(specs);
  await Promise.all(names.map((name) => client.createSession(name)));
  const listTools = async (server) => {
    const tools = await client.requireSession(server).listTools({ timeout: CALL_MS });
    return tools.map(({ name }) => name);
  };
  await Promise.all(names.map(listTools));
  return {
    listTools,
    call: async (server, tool, given, { timeoutMs }) =>
      textOf(await client.requireSession(server).callTool(tool, given, { timeout: timeoutMs })),
    close: () => client.closeAllSessions(),
  };
}

function entryOf(spec) {
  if ('url' in spec)
    return { url: spec.url, clientInfo: CLIENT, reconnectionOptions: RECONNECTION };
  return { ...spec, clientInfo: CLIENT };
}
