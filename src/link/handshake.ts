import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ToolListChangedNotificationSchema,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js';
import { LONGEST_DELAY_MS } from '../../machines/policy.ts';
import type { Wire } from './wire.ts';

/** How holdfast presents itself to servers. */
export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
}

export interface HandshakeOptions {
  readonly identity: ClientIdentity;
  /** T4: never called inside the notification's own handling. */
  readonly toolsChanged: () => void;
}

/** What a server said of itself. Untrusted. */
export interface Handshake {
  readonly capabilities: ServerCapabilities;
}

/** The SDK's own handshake, on a client of its own for this attempt alone (L1). */
export async function shakeHands(wire: Wire, options: HandshakeOptions): Promise<Handshake> {
  const client = new Client({ ...options.identity });
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    queueMicrotask(options.toolsChanged);
  });
  // The attempt's own deadline rules (C2); the SDK's covers only one of the three steps.
  await client.connect(wire.transport, { timeout: LONGEST_DELAY_MS });
  return { capabilities: client.getServerCapabilities() ?? {} };
}

/** L8: a list that the server declares, for servers without ping. */
export function declaredListing({ tools, prompts, resources }: ServerCapabilities) {
  if (tools) return 'tools/list';
  if (prompts) return 'prompts/list';
  return resources && 'resources/list';
}
