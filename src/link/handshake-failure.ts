import type { McpError } from '@modelcontextprotocol/sdk/types.js';
import { AttemptFailure } from './failure.ts';
import { versionRefusal } from './version-refusal.ts';

/**
 * Turns what the SDK threw in a handshake into our own terms (E2), from fields wherever one exists.
 * `spoken` are the protocol revisions that it offers. What it only passed on stays as it is.
 */
export function handshakeFailure(error: unknown, spoken: readonly string[]): unknown {
  if (isMcpError(error)) return versionRefusal(error, spoken) ?? refused(error);
  // The SDK has no field for this one.
  if (error instanceof Error && error.message.startsWith("Server's protocol version"))
    return new AttemptFailure({
      kind: 'permanent',
      code: 'PROTOCOL_VERSION_UNSUPPORTED',
      message: error.message,
    });
  const message = flawsOf(error);
  if (message === undefined) return error;
  return new AttemptFailure({ kind: 'transient', code: 'HANDSHAKE_INVALID', message });
}

/** Told by its name, since its class would have to be read for an import to compare it with. */
function isMcpError(error: unknown): error is McpError {
  return error instanceof Error && error.name === 'McpError' && 'code' in error;
}

function refused({ code, message }: McpError): AttemptFailure {
  return new AttemptFailure({
    kind: 'transient',
    code: 'HANDSHAKE_REFUSED',
    message: `the server answered the handshake with error ${code}: ${message}`,
  });
}

/** What the SDK's schema found in the server's answer, as a sentence; its own message is a listing. */
function flawsOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues))
    return undefined;
  const issues = error.issues.slice(0, 3) as { path?: unknown[]; message?: unknown }[];
  const flaws = issues.map(({ path = [], message }) => `${path.join('.')}: ${String(message)}`);
  return `the server's answer to the handshake cannot be used: ${flaws.join('; ')}`;
}
