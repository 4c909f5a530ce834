import { bareSdk } from './bare-sdk.mjs';

export const peer = bareSdk('client', '@modelcontextprotocol/client', {
  loadClient: async () => (await import('@modelcontextprotocol/client')).Client,
  transportTo,
  callTool: (client, call, options) => client.callTool(call, options),
});

async function transportTo(spec) {
  if ('url' in spec) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    return new StreamableHTTPClientTransport(new URL(spec.url));
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  return new StdioClientTransport(spec);
}
