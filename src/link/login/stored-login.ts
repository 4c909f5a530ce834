import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import type { LoginOptions, LoginProvider } from '../../config/login-options.ts';
import { loginFile, readLogin, writeLogin } from './login-file.ts';

/** The address that a browser comes back to; the port is chosen anew at each login (RFC 8252). */
const LOOPBACK = 'http://127.0.0.1/callback';

/** The provider over the tokens that `holdfast login` left in a file. It cannot log in by itself. */
export class StoredLogin implements LoginProvider {
  readonly redirectUrl = LOOPBACK;
  readonly clientMetadata: OAuthClientMetadata;
  readonly lockFile: string;
  readonly #file: string;
  readonly #options: LoginOptions;

  constructor(server: URL, options: LoginOptions) {
    this.#file = loginFile(server);
    this.lockFile = `${this.#file}.lock`;
    this.#options = options;
    this.clientMetadata = clientMetadata(LOOPBACK);
  }

  async tokens(): Promise<OAuthTokens | undefined> {
    return (await readLogin(this.#file)).tokens;
  }

  async clientInformation(): Promise<OAuthClientInformationMixed | undefined> {
    const { client } = await readLogin(this.#file);
    const { clientId, clientSecret } = this.#options;
    if (clientId === undefined) return client;
    return {
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
      ...(client?.client_id === clientId && { issuer: client.issuer }),
    };
  }

  async saveTokens(tokens: OAuthTokens): Promise<void> {
    await writeLogin(this.#file, { ...(await readLogin(this.#file)), tokens });
  }

  /** A whole new login. */
  async replace(client: OAuthClientInformationMixed, tokens: OAuthTokens): Promise<void> {
    const { client_secret: _, ...withoutSecret } = client;
    // The configuration is where that secret is kept.
    const isConfigured = this.#options.clientId !== undefined;
    await writeLogin(this.#file, { tokens, client: isConfigured ? withoutSecret : client });
  }
}

/** How holdfast presents itself to an authorization server. */
export function clientMetadata(redirectUrl: string): OAuthClientMetadata {
  return {
    client_name: 'holdfast',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
