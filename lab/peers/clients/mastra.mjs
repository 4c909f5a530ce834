import { CALL_MS, CONNECT_MS, RECONNECTION } from './limits.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'mastra',
  packages: ['@mastra/mcp', '@mastra/core'],
  switchedOn:
    'It connects again by itself when a call meets a lost session; `reconnectionOptions` of the HTTP stream with ten retries. stderr is inherited.',
  open,
};

let opened = 0;

async function open(specs) {
  const { MCPClient } = await import('@mastra/mcp');
  opened += 1;
  const client = new MCPClient({
    id: `peers-${opened}`,
    servers: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, entryOf(spec)])),
    timeout: CALL_MS,
  });
  let toolsets = await client.getToolsets();
  for (const server of Object.keys(specs))
    if (toolsets[server] === undefined) throw new Error(`${server} could not be connected to`);
  return {
    listTools: async (server) => {
      toolsets = { ...toolsets, ...(await client.getToolsets()) };
      return Object.keys(toolsets[server]);
    },
    call: async (server, tool, given) =>
      textOf(await toolsets[server][tool].execute({ context: given })),
    close: () => client.disconnect(),
  };
}

function entryOf(spec) {
  if ('url' in spec)
    return {
      url: new URL(spec.url),
      connectTimeout: CONNECT_MS,
      reconnectionOptions: RECONNECTION,
    };
  return spec;
}
