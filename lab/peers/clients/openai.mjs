import { CALL_MS, CONNECT_MS, RECONNECTION } from './limits.mjs';
import { oneByOne } from './one-by-one.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'openai',
  packages: ['@openai/agents'],
  switchedOn:
    'Its retry of a call on a closed HTTP session is always on; `reconnectionOptions` of the HTTP stream with ten retries. stderr is inherited.',
  open: (specs) => oneByOne(specs, connect),
};

async function connect(spec) {
  const { MCPServerStdio, MCPServerStreamableHttp } = await import('@openai/agents');
  const limits = { timeout: CALL_MS, clientSessionTimeoutSeconds: CONNECT_MS / 1_000 };
  const server =
    'url' in spec
      ? new MCPServerStreamableHttp({ url: spec.url, reconnectionOptions: RECONNECTION, ...limits })
      : new MCPServerStdio({ ...spec, ...limits });
  await server.connect();
  return {
    listTools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (tool, given) => textOf(await server.callToolResult(tool, given)),
    close: () => server.close(),
  };
}
