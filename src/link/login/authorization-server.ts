import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  selectResourceURL,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  AuthorizationServerMetadata,
  OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { LoginProvider } from '../../config/login-options.ts';
import { LoginOutage, LoginRefused } from './login-error.ts';
import type { LoginHttp } from './login-http.ts';

/** Where the logins of one server are made. */
export interface AuthorizationServer {
  /** Stamped on all that it issues; nothing of that is shown to another one. */
  readonly issuer: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  /** RFC 8707: what the tokens are for, in the server's own words. */
  readonly resource: string | URL | undefined;
  /** What the server says that it needs. */
  readonly scopes: readonly string[];
}

export interface ServerToFind {
  readonly server: URL;
  /** Where the server says that its metadata is. Untrusted. */
  readonly metadataUrl: URL | undefined;
  /** Who issued the tokens at hand. */
  readonly knownIssuer: string | undefined;
  readonly provider: Pick<LoginProvider, 'validateResourceURL'> | undefined;
}

/**
 * Finds the authorization server step by step: the SDK's own search takes an outage of the first
 * step for "there is none", and would look elsewhere.
 * @throws LoginOutage, LoginRefused
 */
export async function findAuthorizationServer(
  { server, metadataUrl, knownIssuer, provider }: ServerToFind,
  http: LoginHttp,
): Promise<AuthorizationServer> {
  const found = await findResource(server, metadataUrl, http);
  const issuer = chooseIssuer(found?.authorization_servers ?? [], knownIssuer, server);
  const metadata = await parsed(() =>
    discoverAuthorizationServerMetadata(issuer, { fetchFn: http.fetch }),
  );
  return {
    issuer,
    metadata,
    resource: await resourceOf(server, provider, found),
    scopes: found?.scopes_supported ?? [],
  };
}

/** Whether two names of an issuer mean the same one. */
export function isSameIssuer(one: string, other: string): boolean {
  const bare = (text: string) =>
    (URL.canParse(text) ? new URL(text).href : text).replace(/\/$/, '');
  return bare(one) === bare(other);
}

async function findResource(
  server: URL,
  metadataUrl: URL | undefined,
  http: LoginHttp,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  const options = metadataUrl === undefined ? {} : { resourceMetadataUrl: metadataUrl };
  try {
    return await discoverOAuthProtectedResourceMetadata(server, options, http.fetch);
  } catch (error) {
    // Older servers have no such document. Anything else, such as a portal's page, is trouble.
    if (!(error instanceof LoginOutage) && http.lastStatus >= 400) return undefined;
    throw asOutage(error);
  }
}

function chooseIssuer(offered: readonly string[], known: string | undefined, server: URL): string {
  if (known === undefined) return offered[0] ?? new URL('/', server).href;
  if (offered.length === 0 || offered.some((each) => isSameIssuer(each, known))) return known;
  // L10: the server has moved to another one; the old tokens are not for its eyes.
  throw new LoginRefused('issuer_changed');
}

async function resourceOf(
  server: URL,
  provider: ServerToFind['provider'],
  found: OAuthProtectedResourceMetadata | undefined,
): Promise<string | URL | undefined> {
  const chosen = await parsed(() =>
    selectResourceURL(server, (provider ?? {}) as OAuthClientProvider, found),
  );
  // A parsed URL has a slash that the server's own text may lack, and some compare by the letter.
  return chosen && found && !provider?.validateResourceURL ? found.resource : chosen;
}

/** An answer that cannot be read is no verdict on the login. */
async function parsed<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw asOutage(error);
  }
}

function asOutage(error: unknown): Error {
  if (error instanceof LoginOutage || error instanceof LoginRefused) return error;
  return new LoginOutage('METADATA_UNREADABLE', { cause: error });
}
