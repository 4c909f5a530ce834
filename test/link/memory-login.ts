import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { LoginProvider } from '../../src/config/login-options.ts';

/** A host's provider that keeps its tokens in memory, and remembers all that was asked of it. */
export class MemoryLogin implements LoginProvider {
  readonly redirectUrl: string | undefined = 'http://127.0.0.1/callback';
  readonly clientMetadata = { redirect_uris: ['http://127.0.0.1/callback'] };
  readonly saved: OAuthTokens[] = [];
  redirects = 0;
  invalidations = 0;
  /** Saving fails while it is set. */
  isFull = false;
  kept: OAuthTokens | undefined;

  constructor(tokens?: OAuthTokens) {
    this.kept = tokens;
  }

  clientInformation() {
    return { client_id: 'client' };
  }

  tokens(): OAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: OAuthTokens): void {
    if (this.isFull) throw new Error('The disk is full.');
    this.saved.push(tokens);
    this.kept = tokens;
  }

  redirectToAuthorization(): void {
    this.redirects += 1;
  }

  saveCodeVerifier(): void {}

  codeVerifier(): string {
    return '';
  }

  invalidateCredentials(): void {
    this.invalidations += 1;
  }
}

/** A client that logs in by itself: nobody has to come back from a browser. */
export class MachineLogin extends MemoryLogin {
  override readonly redirectUrl = undefined;

  prepareTokenRequest(): URLSearchParams {
    return new URLSearchParams({ grant_type: 'client_credentials' });
  }
}
