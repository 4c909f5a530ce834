import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Clock } from '../../clock.ts';
import type { LoginProvider } from '../../config/login-options.ts';
import {
  findAuthorizationServer,
  isSameIssuer,
  type AuthorizationServer,
} from './authorization-server.ts';
import { KeptTokens } from './kept-tokens.ts';
import { withLockFile } from './lock-file.ts';
import { LoginOutage, LoginRefused } from './login-error.ts';
import { openLoginHttp, type LoginHttp } from './login-http.ts';
import { readChallenge } from './read-challenge.ts';
import { isRenewable, requestTokens } from './request-tokens.ts';

/** Longest time for one renewal once it holds the lock; shorter than a lock takes to be stale. */
const RENEWAL_WAIT_MS = 15_000;

/** After an outage no request of a session asks again for so long; longer if the server wants. */
const REST_MS = 1_000;
const LONGEST_REST_MS = 60_000;

/** What a server said of tokens that it did not take. */
export interface TokenRefusal {
  /** The access token it did not take; undefined if it was sent none. */
  readonly token: string | undefined;
  /** The `www-authenticate` header. Untrusted. */
  readonly challenge: string | undefined;
  /** The tokens are good and do not reach far enough. */
  readonly wantsScope: boolean;
}

/**
 * L10: the tokens of one provider at one server, renewed for all who use them in this process: however
 * many requests meet the same 401, the authorization server is asked once.
 */
export class Renewal {
  readonly #provider: LoginProvider;
  readonly #server: URL;
  readonly #clock: Clock;
  readonly #tokens: KeptTokens;
  readonly #scopesTried = new Set<string>();
  #running: Promise<boolean> | undefined;
  #ending: AbortController | undefined;
  #found: AuthorizationServer | undefined;
  #metadataUrl: URL | undefined;
  #rest: { readonly untilAt: number; readonly outage: LoginOutage } | undefined;
  /** A refresh token that was refused; sent again it could be taken for a theft. */
  #dead: string | undefined;

  constructor(provider: LoginProvider, server: URL, clock: Clock) {
    this.#provider = provider;
    this.#server = server;
    this.#clock = clock;
    this.#tokens = new KeptTokens(provider, clock);
  }

  /** A new attempt: the machine, or a person, paces those. */
  begin(): void {
    this.#rest = undefined;
  }

  /** The token for the next request, renewed if its end is near. @throws LoginOutage */
  async token(): Promise<string | undefined> {
    const tokens = await this.#tokens.current();
    if (tokens === undefined) return undefined;
    const age = this.#tokens.age(tokens);
    if (age === 'good') return tokens.access_token;
    const renewed = this.#renew({
      token: tokens.access_token,
      challenge: undefined,
      wantsScope: false,
      // Whatever comes of it, the server's own answer to the request decides.
    }).catch(() => false);
    if (age === 'late') return tokens.access_token;
    await renewed;
    return (await this.#tokens.current())?.access_token;
  }

  /**
   * Whether there are other tokens now than the refused ones.
   * @throws LoginOutage if that cannot be said now
   */
  async mend(refusal: TokenRefusal): Promise<boolean> {
    const { token, wantsScope, challenge } = refusal;
    if (await this.#isReplaced(token)) return true;
    if (wantsScope) {
      // A wider scope that did not come with new tokens does not come by asking again.
      const scope = readChallenge(challenge).scope ?? '';
      if (this.#scopesTried.has(scope)) return false;
      this.#scopesTried.add(scope);
    }
    return this.#renew(refusal);
  }

  /** S4: lets a running renewal end, for a cut one could cost the login, but not for ever. */
  async end(boundMs: number): Promise<void> {
    if (this.#running === undefined) return;
    const timer = this.#clock.setTimeout(() => this.#ending?.abort(), boundMs);
    await this.#running.catch(() => undefined);
    this.#clock.clearTimeout(timer);
  }

  #renew(refusal: TokenRefusal): Promise<boolean> {
    this.#running ??= this.#run(refusal).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(refusal: TokenRefusal): Promise<boolean> {
    if (this.#rest !== undefined && this.#clock.now() < this.#rest.untilAt) throw this.#rest.outage;
    const { lockFile } = this.#provider;
    if (!this.#isRenewable(await this.#tokens.current())) return false;
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    try {
      if (lockFile === undefined) return await this.#attempt(refusal, signal);
      const lock = { clock: this.#clock, signal };
      return await withLockFile(lockFile, lock, () => this.#attempt(refusal, signal));
    } catch (error) {
      throw this.#noteOutage(error);
    }
  }

  async #attempt(refusal: TokenRefusal, signal: AbortSignal): Promise<boolean> {
    // L10: another process may have had the lock, and renewed them.
    if (await this.#isReplaced(refusal.token)) return true;
    const tokens = await this.#tokens.current();
    if (!this.#isRenewable(tokens)) return false;
    try {
      await this.#ask(tokens, refusal.challenge, signal);
      return true;
    } catch (error) {
      this.#found = undefined;
      if (!(error instanceof LoginRefused)) throw error;
      // L10: nothing is deleted: the store may hold better tokens by now, or a person's next login.
      if (await this.#isReplaced(tokens?.access_token)) return true;
      this.#dead = tokens?.refresh_token;
      return false;
    }
  }

  async #ask(
    tokens: OAuthTokens | undefined,
    challenge: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const clock = this.#clock;
    const timer = clock.setTimeout(() => this.#ending?.abort(), RENEWAL_WAIT_MS);
    const http = openLoginHttp({ clock, server: this.#server, signal });
    try {
      const found = await this.#find(tokens, challenge, http);
      const fresh = await requestTokens({ provider: this.#provider, tokens }, found, http);
      await this.#tokens.save(fresh, tokens);
    } finally {
      clock.clearTimeout(timer);
      await http.close();
    }
  }

  async #find(
    tokens: OAuthTokens | undefined,
    challenge: string | undefined,
    http: LoginHttp,
  ): Promise<AuthorizationServer> {
    this.#metadataUrl = readChallenge(challenge).resourceMetadataUrl ?? this.#metadataUrl;
    const knownIssuer = tokens?.issuer;
    // A person may have logged in elsewhere since.
    if (knownIssuer !== undefined && !isSameIssuer(this.#found?.issuer ?? '', knownIssuer))
      this.#found = undefined;
    this.#found ??= await findAuthorizationServer(
      {
        server: this.#server,
        metadataUrl: this.#metadataUrl,
        knownIssuer,
        provider: this.#provider,
      },
      http,
    );
    return this.#found;
  }

  #isRenewable(tokens: OAuthTokens | undefined): boolean {
    const isDead = this.#dead !== undefined && tokens?.refresh_token === this.#dead;
    return !isDead && isRenewable({ provider: this.#provider, tokens });
  }

  async #isReplaced(token: string | undefined): Promise<boolean> {
    const tokens = await this.#tokens.current();
    return tokens !== undefined && tokens.access_token !== token;
  }

  #noteOutage(error: unknown): Error {
    if (!(error instanceof LoginOutage)) return new LoginOutage('INTERNAL', { cause: error });
    const restMs = Math.min(Math.max(error.retryAfterMs ?? 0, REST_MS), LONGEST_REST_MS);
    this.#rest = { untilAt: this.#clock.now() + restMs, outage: error };
    return error;
  }
}
