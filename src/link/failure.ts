import { McpError } from '@modelcontextprotocol/sdk/types.js';
import type { Failure, Loss } from '../../machines/events.ts';
import { ConnectError, ExchangeError } from './channel.ts';
import { classifyConnect } from './http/answers/classify.ts';
import { versionRefusal } from './version-refusal.ts';

/** Turns what stopped an attempt into the machine's terms (E2), from fields wherever one exists. */
export function failureOf(error: unknown, openedBefore: boolean): Failure {
  if (error instanceof AttemptFailure) return error.failure;
  if (error instanceof ConnectError || error instanceof ExchangeError)
    return classifyConnect(error, { openedBefore });
  if (error instanceof McpError) return failureOfAnswer(error, openedBefore);
  // The SDK has no field for this one.
  if (error instanceof Error && error.message.startsWith("Server's protocol version"))
    return { kind: 'permanent', code: 'PROTOCOL_VERSION_UNSUPPORTED', message: error.message };
  const flaws = flawsOf(error);
  if (flaws !== undefined) return { kind: 'transient', code: 'HANDSHAKE_INVALID', message: flaws };
  return {
    kind: 'transient',
    code: 'CONNECT_FAILED',
    message: error instanceof Error ? error.message : String(error),
  };
}

/** What the SDK's schema found in the server's answer, as a sentence; its own message is a listing. */
function flawsOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues))
    return undefined;
  const issues = error.issues.slice(0, 3) as { path?: unknown[]; message?: unknown }[];
  const flaws = issues.map(({ path = [], message }) => `${path.join('.')}: ${String(message)}`);
  return `the server's answer to the handshake cannot be used: ${flaws.join('; ')}`;
}

function failureOfAnswer(error: McpError, openedBefore: boolean): Failure {
  const refusal = versionRefusal(error);
  if (refusal !== undefined) return classifyConnect(refusal, { openedBefore });
  return {
    kind: 'transient',
    code: 'HANDSHAKE_REFUSED',
    message: `the server answered the handshake with error ${error.code}: ${error.message}`,
  };
}

/** A channel that ended during its attempt has failed it; a login that is missing stays one. */
export function failureOfLoss({ kind, code, message }: Loss): Failure {
  return { kind: kind === 'auth' ? 'auth' : 'transient', code, message };
}

/** An attempt that failed for a reason already in the machine's terms. */
export class AttemptFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'AttemptFailure';
    this.failure = failure;
  }
}
