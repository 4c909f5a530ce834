import { randomBytes } from 'node:crypto';
import {
  exchangeAuthorization,
  registerClient,
  startAuthorization,
} from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';
import { systemClock } from '../../clock.ts';
import type { LoginOptions } from '../../config/login-options.ts';
import {
  findAuthorizationServer,
  isSameIssuer,
  type AuthorizationServer,
} from './authorization-server.ts';
import { withLockFile } from './lock-file.ts';
import { LoginOutage, LoginRefused } from './login-error.ts';
import { openLoginHttp, type LoginHttp } from './login-http.ts';
import { openLoopback, type Loopback } from './loopback.ts';
import { readChallenge } from './read-challenge.ts';
import { clientMetadata, StoredLogin } from './stored-login.ts';

export interface BrowserLogin {
  readonly server: URL;
  readonly options: LoginOptions;
  /** Bounds the whole: nobody knows how long a person takes. */
  readonly signal: AbortSignal;
  /** Brings the person to this page, in a browser of theirs. */
  readonly show: (page: URL) => void;
}

/**
 * Logs a person in to a server and keeps the tokens in its login file: authorization code with
 * PKCE, and a redirect to this machine.
 * @throws LoginOutage, LoginRefused, or the signal's reason
 */
export async function logIn(login: BrowserLogin): Promise<void> {
  const { server, signal } = login;
  const http = openLoginHttp({ clock: systemClock, server, signal });
  const loopback = await openLoopback();
  try {
    await run(login, http, loopback);
  } catch (error) {
    throw signal.aborted ? (signal.reason as Error) : error;
  } finally {
    await Promise.all([http.close(), loopback.close()]);
  }
}

async function run(
  { server, options, signal, show }: BrowserLogin,
  http: LoginHttp,
  loopback: Loopback,
): Promise<void> {
  const challenge = readChallenge(await http.challenge());
  const found = await findAuthorizationServer(
    {
      server,
      metadataUrl: challenge.resourceMetadataUrl,
      knownIssuer: undefined,
      provider: undefined,
    },
    http,
  );
  const scope = scopeOf(options, challenge.scope, found);
  const { redirectUrl } = loopback;
  const client = await clientFor(found, { server, options, redirectUrl, scope, http });
  const shared = { clientInformation: client, ...metadataOf(found) };
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await understood(() =>
    startAuthorization(found.issuer, { ...shared, redirectUrl, state, ...(scope && { scope }) }),
  );
  assertWebPage(authorizationUrl);
  const code = loopback.code({ state, issuer: found.metadata?.issuer }, signal);
  show(authorizationUrl);
  const authorizationCode = await code;
  const tokens = await understood(() =>
    exchangeAuthorization(found.issuer, {
      ...shared,
      authorizationCode,
      codeVerifier,
      redirectUri: redirectUrl,
      fetchFn: http.fetch,
    }),
  );
  const { issuer } = found;
  const store = new StoredLogin(server, options);
  // A renewal under way elsewhere would otherwise write its tokens over these.
  await withLockFile(store.lockFile, { clock: systemClock, signal }, () =>
    store.replace({ ...client, issuer }, { ...tokens, issuer }),
  );
}

function scopeOf(
  { scopes }: LoginOptions,
  wanted: string | undefined,
  found: AuthorizationServer,
): string | undefined {
  return (scopes ?? (wanted === undefined ? found.scopes : [wanted])).join(' ') || undefined;
}

async function clientFor(
  found: AuthorizationServer,
  asked: {
    readonly server: URL;
    readonly options: LoginOptions;
    readonly redirectUrl: string;
    readonly scope: string | undefined;
    readonly http: LoginHttp;
  },
): Promise<OAuthClientInformationMixed> {
  const { clientId, clientSecret } = asked.options;
  if (clientId !== undefined)
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    };
  if (found.metadata && found.metadata.registration_endpoint === undefined)
    throw new LoginRefused('no_registration');
  try {
    return await understood(() =>
      registerClient(found.issuer, {
        ...(found.metadata && { metadata: found.metadata }),
        clientMetadata: clientMetadata(asked.redirectUrl),
        ...(asked.scope && { scope: asked.scope }),
        fetchFn: asked.http.fetch,
      }),
    );
  } catch (error) {
    throw isNowhere(found, asked.server, error)
      ? new LoginRefused('no_authorization_server')
      : error;
  }
}

/** Nobody named an authorization server, and where one would be by custom there is none. */
function isNowhere({ metadata, issuer }: AuthorizationServer, server: URL, error: unknown) {
  const isMissing = error instanceof LoginOutage && error.reason === 'HTTP_404';
  return isMissing && !metadata && isSameIssuer(issuer, new URL('/', server).href);
}

function metadataOf({ metadata, resource }: AuthorizationServer) {
  return { ...(metadata && { metadata }), ...(resource !== undefined && { resource }) };
}

/** E5: the page is a server's word, and opening it must not start anything else. */
function assertWebPage({ protocol }: URL): void {
  if (protocol !== 'https:' && protocol !== 'http:') throw new LoginOutage('INSECURE_URL');
}

async function understood<Result>(step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof LoginOutage || error instanceof LoginRefused) throw error;
    // L9: without its cause, which may quote an answer that held tokens.
    throw new LoginOutage('ANSWER_UNREADABLE');
  }
}
