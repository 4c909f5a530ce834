import {
  fetchToken,
  refreshAuthorization,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { LoginProvider } from '../../config/login-options.ts';
import { isSameIssuer, type AuthorizationServer } from './authorization-server.ts';
import { LoginOutage, LoginRefused } from './login-error.ts';
import type { LoginHttp } from './login-http.ts';

/** What a renewal starts from. */
export interface Grant {
  readonly provider: LoginProvider;
  /** The tokens that are not good any more, if there are any. */
  readonly tokens: OAuthTokens | undefined;
}

/** Whether tokens can be had without a person. */
export function isRenewable({ provider, tokens }: Grant): boolean {
  return isMachine(provider) || tokens?.refresh_token !== undefined;
}

/**
 * Asks for new tokens once, by the refresh token, or for a client that logs in by itself by its own
 * grant. They carry the issuer, as the provider's store expects.
 * @throws LoginOutage, LoginRefused
 */
export async function requestTokens(
  { provider, tokens }: Grant,
  { issuer, metadata, resource }: AuthorizationServer,
  http: LoginHttp,
): Promise<OAuthTokens> {
  const shared = {
    fetchFn: http.fetch,
    ...(metadata && { metadata }),
    ...(resource !== undefined && { resource }),
  };
  const fresh = await readable(async () => {
    // Its grant needs nothing of what a person's login would.
    if (isMachine(provider)) return fetchToken(provider as OAuthClientProvider, issuer, shared);
    const addClientAuthentication = provider.addClientAuthentication?.bind(provider);
    return refreshAuthorization(issuer, {
      ...shared,
      clientInformation: await clientOf(provider, issuer),
      refreshToken: tokens?.refresh_token ?? '',
      ...(addClientAuthentication && { addClientAuthentication }),
    });
  });
  return { ...fresh, issuer };
}

/** Without a place to come back to there is no person in it: client credentials and the like. */
function isMachine({ redirectUrl }: LoginProvider): boolean {
  return redirectUrl === undefined;
}

async function clientOf(
  provider: LoginProvider,
  issuer: string,
): Promise<OAuthClientInformationMixed> {
  const client = await provider.clientInformation();
  if (!client) throw new LoginRefused('no_client');
  const bound = client.issuer;
  if (typeof bound === 'string' && !isSameIssuer(bound, issuer))
    throw new LoginRefused('issuer_changed');
  return client;
}

/** An answer that is not what it should be, or a store that fails, is no verdict on the login. */
async function readable<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof LoginOutage || error instanceof LoginRefused) throw error;
    // L9: without its cause, which may quote an answer that held tokens.
    throw new LoginOutage('TOKENS_UNREADABLE');
  }
}
