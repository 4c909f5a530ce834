import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { createSupervisor, type ServerEntry, type Supervisor } from '../src/index.ts';
import type { SupervisorOptions } from '../src/index.ts';
import { inOwnSession, type Program } from './peers.ts';

/** A way to call a tool, whatever is behind it. */
export interface Caller {
  call(tool: string, given: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
}

/** The SDK's own client on its own transport: what a host has without holdfast. */
export async function connectBare(to: Program | string): Promise<Caller> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(bareTransport(to));
  return {
    call: (name, given) => client.callTool({ name, arguments: given }),
    close: () => client.close(),
  };
}

/** The name that a supervisor's only server has here. */
export const ONLY = 'server';

/** A supervisor with one server, ready. */
export async function supervise(
  to: Program | string,
  policy: SupervisorOptions['policy'] = {},
): Promise<Supervisor> {
  const entry: ServerEntry = typeof to === 'string' ? { url: to } : to;
  const supervisor = createSupervisor({ servers: { [ONLY]: entry }, policy });
  await supervisor.start();
  await supervisor.ready(ONLY);
  return supervisor;
}

async function connectSupervised(
  to: Program | string,
  policy: SupervisorOptions['policy'] = {},
): Promise<Caller> {
  const supervisor = await supervise(to, policy);
  return {
    call: (tool, given) => supervisor.callTool(ONLY, tool, given),
    close: async () => void (await supervisor.stop()),
  };
}

/** Both kinds of client for as long as `use` runs, their servers under equal conditions. */
export async function withBoth<Result>(
  to: Program | string,
  use: (ours: Caller, theirs: Caller) => Promise<Result>,
): Promise<Result> {
  const theirs = await connectBare(typeof to === 'string' ? to : inOwnSession(to));
  const ours = await connectSupervised(to);
  try {
    return await use(ours, theirs);
  } finally {
    await ours.close();
    await theirs.close();
  }
}

// The SDK's HTTP transport declares `sessionId` in a way that strict optional types refuse.
function bareTransport(to: Program | string): Transport {
  if (typeof to === 'string')
    return new StreamableHTTPClientTransport(new URL(to)) as unknown as Transport;
  return new StdioClientTransport(to);
}
