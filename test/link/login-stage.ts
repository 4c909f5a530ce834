import { onTestFinished } from 'vitest';
import type { SupervisorOptions, ServerEntry } from '../../src/index.ts';
import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import {
  startOAuthServer,
  type OAuthServer,
  type OAuthServerOptions,
} from '../fixtures/oauth/oauth-server.mjs';
import { NAME, supervise, type Fleet } from '../requirements/stage.ts';

/** An MCP server behind a login. */
export interface GuardedServer {
  readonly mcp: FaultServer;
  readonly oauth: OAuthServer;
}

export async function startGuardedServer(options: OAuthServerOptions = {}): Promise<GuardedServer> {
  const mcp = await startFaultServer();
  onTestFinished(() => mcp.close());
  const oauth = await startOAuthServer({ mcp, ...options });
  onTestFinished(() => oauth.close());
  return { mcp, oauth };
}

/** A supervisor over a guarded server, not yet started. */
export function superviseGuarded(
  { oauth }: GuardedServer,
  auth: ServerEntry extends infer Entry
    ? Entry extends { auth?: infer Auth }
      ? Auth
      : never
    : never,
  policy: SupervisorOptions['policy'] = {},
): Fleet {
  const servers = { [NAME]: { url: oauth.url.href, transport: 'http' as const, auth } };
  return supervise({ servers, policy });
}

/** As many calls at once, and what each of them answered or failed with. */
export function callAtOnce({ supervisor }: Fleet, count: number): Promise<string[]> {
  const calls = Array.from({ length: count }, (_, index) =>
    supervisor.callTool(NAME, 'echo', { text: `answer ${index}` }).then(
      ({ content }) => (content[0] as { text: string }).text,
      (error: { code: string }) => error.code,
    ),
  );
  return Promise.all(calls);
}

export const tenAnswers = Array.from({ length: 10 }, (_, index) => `answer ${index}`);
