import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';

/** What a server's `www-authenticate` header asks for. All of it is untrusted. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}

export function readChallenge(challenge: string | undefined): Challenge {
  if (challenge === undefined) return {};
  try {
    const headers = { 'www-authenticate': challenge };
    return extractWWWAuthenticateParams(new Response(null, { headers }));
  } catch {
    // E5: what cannot stand in a header says nothing.
    return {};
  }
}
