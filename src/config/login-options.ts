import * as z from 'zod/mini';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { describeIssue, kindOf, type EntryIssue } from './describe-issue.ts';

const nonEmpty = z.string().check(z.minLength(1));

const loginOptionsSchema = z.strictObject({
  clientId: z.optional(nonEmpty),
  clientSecret: z.optional(nonEmpty),
  scopes: z.optional(z.array(nonEmpty)),
});

/** How to log in to a server with the tokens that holdfast itself keeps. All may be left out. */
export interface LoginOptions {
  /** A client that was registered by hand; without it one is registered at each login. */
  readonly clientId?: string | undefined;
  /** Belongs to `clientId`. A secret; never stored. */
  readonly clientSecret?: string | undefined;
  /** What to ask for. Default: what the server says that it needs. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * A host's own way to keep tokens: the SDK's provider. Only its stored tokens are used and
 * renewed; holdfast never starts a login through it, so it never opens a browser.
 */
export interface LoginProvider
  extends Omit<OAuthClientProvider, LoginStep>, Partial<Pick<OAuthClientProvider, LoginStep>> {
  /**
   * Absolute path of a lock file beside the store, if other processes use the same tokens. Each
   * renewal then holds it, so that a refresh token is never used twice.
   */
  readonly lockFile?: string | undefined;
}

/** What only a login itself needs, which is the host's business. */
type LoginStep = 'redirectToAuthorization' | 'saveCodeVerifier' | 'codeVerifier';

/** Whether an entry's `auth` is a provider; otherwise it holds options. */
export function isLoginProvider(auth: object): auth is LoginProvider {
  return 'tokens' in auth && typeof auth.tokens === 'function';
}

/** What is wrong with an entry's `auth` (E3). Never shows a value: one of them is a secret. */
export function findLoginFaults(auth: unknown): EntryIssue[] {
  if (typeof auth !== 'object' || auth === null || Array.isArray(auth))
    return [{ path: [], message: `must be an object, not ${kindOf(auth)}` }];
  if (isLoginProvider(auth)) return [];
  const parsed = loginOptionsSchema.safeParse(auth);
  if (!parsed.success) {
    const known = Object.keys(loginOptionsSchema.shape);
    return parsed.error.issues.flatMap((issue) => describeIssue(issue, auth, known));
  }
  return parsed.data.clientSecret !== undefined && parsed.data.clientId === undefined
    ? [{ path: ['clientSecret'], message: 'needs a clientId beside it' }]
    : [];
}
