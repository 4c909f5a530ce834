import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
  type ClientCapabilities,
  type ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js';
import { LONGEST_DELAY_MS } from '../../machines/policy.ts';
import type { HostClient } from './host/host-client.ts';
import type { HostSide } from './host/host-side.ts';
import { kindsOf, type ListKind } from './list-kinds.ts';
import type { Wire } from './wire.ts';

export interface HandshakeOptions {
  readonly client: HostClient;
  readonly hostSide: HostSide;
  /** T4: never called inside the notification's own handling. */
  readonly listChanged: (kind: ListKind) => void;
  /** T6: a resource that was subscribed to has changed. */
  readonly resourceUpdated: (uri: string) => void;
}

/** What a server said of itself. Untrusted. */
export interface Handshake {
  readonly capabilities: ServerCapabilities;
}

let loaded: { readonly Client: typeof Client } | undefined;

/**
 * Reads the SDK's client, which takes as long as all of our own code. It waits for the first
 * attempt, so that whoever only imports holdfast need not.
 */
export async function loadClient() {
  return (loaded = await import('@modelcontextprotocol/sdk/client/index.js'));
}

/** The SDK's own handshake, on a client of its own for this attempt alone (L1). */
export async function shakeHands(wire: Wire, options: HandshakeOptions): Promise<Handshake> {
  const { client, hostSide } = options;
  const capabilities = client.capabilities as ClientCapabilities;
  const { Client } = loaded ?? (await loadClient());
  const sdk = new Client({ ...client.identity }, { capabilities });
  followChanges(sdk, options);
  hostSide.attach(sdk);
  // The attempt's own deadline rules (C2); the SDK's covers only one of the three steps.
  await sdk.connect(wire.transport, { timeout: LONGEST_DELAY_MS });
  return { capabilities: sdk.getServerCapabilities() ?? {} };
}

function followChanges(sdk: Client, { listChanged, resourceUpdated }: HandshakeOptions): void {
  const changed = (capability: Parameters<typeof kindsOf>[0]) => () =>
    queueMicrotask(() => kindsOf(capability).forEach(listChanged));
  sdk.setNotificationHandler(ToolListChangedNotificationSchema, changed('tools'));
  sdk.setNotificationHandler(PromptListChangedNotificationSchema, changed('prompts'));
  sdk.setNotificationHandler(ResourceListChangedNotificationSchema, changed('resources'));
  sdk.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    queueMicrotask(() => resourceUpdated(params.uri));
  });
}

/** L8: a list that the server declares, for servers without ping. */
export function declaredListing({ tools, prompts, resources }: ServerCapabilities) {
  if (tools) return 'tools/list';
  if (prompts) return 'prompts/list';
  return resources && 'resources/list';
}
