import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Clock } from '../../clock.ts';
import type { LoginProvider } from '../../config/login-options.ts';
import { LoginOutage } from './login-error.ts';

/** Tokens are renewed this long before their end, or for a tenth of their life if that is less. */
const EARLY_MS = 60_000;

/** `late`: still good, and to be renewed. Tokens that another process got count as `good`. */
export type TokenAge = 'good' | 'late' | 'over';

/** The provider's tokens, and what this process knows of them beyond that. */
export class KeptTokens {
  readonly #provider: LoginProvider;
  readonly #clock: Clock;
  #life: { readonly token: string; readonly lateAt: number; readonly overAt: number } | undefined;
  /** What the store did not take, and the access token that it still holds instead. */
  #unsaved: { readonly tokens: OAuthTokens; readonly stored: string | undefined } | undefined;

  constructor(provider: LoginProvider, clock: Clock) {
    this.#provider = provider;
    this.#clock = clock;
  }

  /** Always as the store has them now: another process may have renewed them. @throws LoginOutage */
  async current(): Promise<OAuthTokens | undefined> {
    // Some stores give null for nothing.
    const stored = (await this.#fromStore()) ?? undefined;
    if (this.#unsaved === undefined) return stored;
    const { tokens, stored: before } = this.#unsaved;
    this.#unsaved = undefined;
    // Somebody has logged in anew meanwhile.
    if (stored?.access_token !== before) return stored;
    await this.#store(tokens, before);
    return tokens;
  }

  /** Never fails: with a rotated refresh token these are the only good ones there are. */
  async save(tokens: OAuthTokens, before: OAuthTokens | undefined): Promise<void> {
    const { access_token: token, expires_in: seconds } = tokens;
    const now = this.#clock.now();
    const lifeMs = (seconds ?? 0) * 1_000;
    this.#life =
      lifeMs > 0
        ? { token, lateAt: now + lifeMs - Math.min(EARLY_MS, lifeMs / 10), overAt: now + lifeMs }
        : undefined;
    await this.#store(tokens, before?.access_token);
  }

  age({ access_token: token }: OAuthTokens): TokenAge {
    if (this.#life?.token !== token) return 'good';
    const now = this.#clock.now();
    if (now < this.#life.lateAt) return 'good';
    return now < this.#life.overAt ? 'late' : 'over';
  }

  async #fromStore(): Promise<OAuthTokens | undefined> {
    try {
      return await this.#provider.tokens();
    } catch (error) {
      throw new LoginOutage('STORE', { cause: error });
    }
  }

  async #store(tokens: OAuthTokens, before: string | undefined): Promise<void> {
    try {
      await this.#provider.saveTokens(tokens);
    } catch {
      // L10: kept here and offered to the store again at the next look.
      this.#unsaved = { tokens, stored: before };
    }
  }
}
