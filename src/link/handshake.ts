import type { Client, ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import type * as Protocol from '@modelcontextprotocol/sdk/types.js';
import { LONGEST_DELAY_MS } from '../../machines/policy.ts';
import { handshakeFailure } from './handshake-failure.ts';
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
  readonly capabilities: Protocol.ServerCapabilities;
}

/** What of the SDK a handshake needs: its client, and the schemas of what a server may send. */
interface Sdk {
  readonly Client: typeof Client;
  readonly protocol: typeof Protocol;
}

let loaded: Sdk | undefined;

/**
 * Reads the SDK, which with its zod takes longer than all of our own code. It waits for the first
 * attempt, so that whoever only imports holdfast need not.
 */
export async function loadClient(): Promise<Sdk> {
  const [{ Client }, protocol] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  return (loaded = { Client, protocol });
}

/** The SDK's own handshake, on a client of its own for this attempt alone (L1). */
export async function shakeHands(wire: Wire, options: HandshakeOptions): Promise<Handshake> {
  const { client, hostSide } = options;
  const capabilities = client.capabilities as Protocol.ClientCapabilities;
  const { Client, protocol } = loaded ?? (await loadClient());
  const sdk = new Client(
    { ...client.identity },
    { capabilities, jsonSchemaValidator: noValidator },
  );
  followChanges(sdk, protocol, options);
  hostSide.attach(sdk, protocol);
  try {
    // The attempt's own deadline rules (C2); the SDK's covers only one of the three steps.
    await sdk.connect(wire.transport, { timeout: LONGEST_DELAY_MS });
  } catch (error) {
    throw handshakeFailure(error, protocol.SUPPORTED_PROTOCOL_VERSIONS);
  }
  return { capabilities: sdk.getServerCapabilities() ?? {} };
}

/**
 * We list and call tools by requests of our own, so the SDK never checks a result; its own validator
 * would be made anew for each attempt, and cost more than the rest of it.
 */
const noValidator: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator: () => () => {
    throw new Error('the handshake checks no schemas');
  },
};

function followChanges(
  sdk: Client,
  protocol: typeof Protocol,
  { listChanged, resourceUpdated }: HandshakeOptions,
): void {
  const changed = (capability: Parameters<typeof kindsOf>[0]) => () =>
    queueMicrotask(() => kindsOf(capability).forEach(listChanged));
  sdk.setNotificationHandler(protocol.ToolListChangedNotificationSchema, changed('tools'));
  sdk.setNotificationHandler(protocol.PromptListChangedNotificationSchema, changed('prompts'));
  sdk.setNotificationHandler(protocol.ResourceListChangedNotificationSchema, changed('resources'));
  sdk.setNotificationHandler(protocol.ResourceUpdatedNotificationSchema, ({ params }) => {
    queueMicrotask(() => resourceUpdated(params.uri));
  });
}

/** L8: a list that the server declares, for servers without ping. */
export function declaredListing({ tools, prompts, resources }: Protocol.ServerCapabilities) {
  if (tools) return 'tools/list';
  if (prompts) return 'prompts/list';
  return resources && 'resources/list';
}
