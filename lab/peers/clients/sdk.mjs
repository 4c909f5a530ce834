import { bareSdk } from './bare-sdk.mjs';

export const peer = bareSdk('sdk', '@modelcontextprotocol/sdk', {
  loadClient: async () => (await import('@modelcontextprotocol/sdk/client/index.js')).Client,
  transportTo,
  callTool: (client, call, options) => client.callTool(call, undefined, options),
});

async function transportTo(spec) {
  if ('url' in spec) {
    const { StreamableHTTPClientTransport } =
      await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(spec.url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  return new StdioClientTransport(spec);
}
