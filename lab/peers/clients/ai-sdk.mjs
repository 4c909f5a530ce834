import { CALL_MS, CONNECT_MS } from './limits.mjs';
import { oneByOne } from './one-by-one.mjs';
import { textOf } from './text-of.mjs';

export const peer = {
  name: 'ai-sdk',
  packages: ['@ai-sdk/mcp'],
  switchedOn: '`maxRetries: 2` for calls that fail in passing (0 by default). stderr is inherited.',
  open: (specs) => oneByOne(specs, connect),
};

async function connect(spec) {
  const { createMCPClient } = await import('@ai-sdk/mcp');
  const client = await createMCPClient({
    transport: await transportTo(spec),
    maxRetries: 2,
    initializationOptions: { timeout: CONNECT_MS },
  });
  const tools = await client.tools();
  return {
    listTools: async () => {
      const listed = await client.listTools({ options: { timeout: CALL_MS } });
      return listed.tools.map(({ name }) => name);
    },
    call: async (name, given, { timeoutMs }) => {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      const options = { toolCallId: 'call', messages: [], abortSignal };
      return textOf(await tools[name].execute(given, options));
    },
    close: () => client.close(),
  };
}

async function transportTo(spec) {
  if ('url' in spec) return { type: 'http', url: spec.url };
  const { Experimental_StdioMCPTransport: Stdio } = await import('@ai-sdk/mcp/mcp-stdio');
  return new Stdio({ ...spec, stderr: 'inherit' });
}
