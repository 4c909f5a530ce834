import {
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
} from '@modelcontextprotocol/sdk/client/auth-extensions.js';

/** A document that describes the client; the suite knows it without fetching it. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';
const REDIRECT_URL = 'http://localhost:3000/callback';

/** The login of one scenario: with a person, or of a client that logs in by itself. */
export function createProvider(
  { client_id, client_secret, private_key_pem, signing_algorithm },
  isMachine,
) {
  const clientId = client_id;
  if (private_key_pem !== undefined)
    return new PrivateKeyJwtProvider({
      clientId,
      privateKey: private_key_pem,
      algorithm: signing_algorithm,
    });
  if (isMachine) return new ClientCredentialsProvider({ clientId, clientSecret: client_secret });
  return new MemoryProvider(clientId && { client_id, client_secret });
}

/** Keeps everything of one login in memory, and follows the redirect by itself. */
class MemoryProvider {
  redirectUrl = REDIRECT_URL;
  clientMetadataUrl = CLIENT_DOCUMENT;
  clientMetadata = {
    client_name: 'holdfast-conformance',
    redirect_uris: [REDIRECT_URL],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
  };
  code;
  #client;
  #tokens;
  #verifier;

  constructor(client) {
    this.#client = client;
  }

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(client) {
    this.#client = client;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens) {
    this.#tokens = tokens;
  }

  saveCodeVerifier(verifier) {
    this.#verifier = verifier;
  }

  codeVerifier() {
    return this.#verifier;
  }

  /** Stands for the person in front of a browser. */
  async redirectToAuthorization(page) {
    const response = await fetch(page, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null) throw new Error(`no redirect, but HTTP ${response.status}`);
    this.code = new URL(location).searchParams.get('code') ?? undefined;
  }
}
