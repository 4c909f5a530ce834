import * as z from 'zod/mini';
import type { Policy } from '../../machines/policy.ts';
import type { LoginOptions, LoginProvider } from './login-options.ts';

const nonEmpty = z.string().check(z.minLength(1));

const shared = {
  required: z.optional(z.boolean()),
  enabled: z.optional(z.boolean()),
  include: z.optional(z.array(z.string())),
  exclude: z.optional(z.array(z.string())),
  // Checked by the policy's own schema, which knows what each value may be.
  policy: z.optional(z.record(z.string(), z.unknown())),
};

/** A server started as a child process. */
export const stdioEntrySchema = z.strictObject({
  command: nonEmpty,
  args: z.optional(z.array(z.string())),
  cwd: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
  stderrFile: z.optional(z.string()),
  ...shared,
});

/** A server reached over HTTP. */
export const httpEntrySchema = z.strictObject({
  url: nonEmpty,
  transport: z.optional(z.enum(['http', 'sse'])),
  headers: z.optional(z.record(z.string(), z.string())),
  // Checked by `findLoginFaults`, which knows a provider from options.
  auth: z.optional(z.unknown()),
  ...shared,
});

/** What every entry may say beside how its server is reached. */
export interface SharedEntry {
  /** F5, H4: `start()` rejects and health is `failed` without it. Default false. */
  readonly required?: boolean | undefined;
  /** Listed but not started when false. Default true. */
  readonly enabled?: boolean | undefined;
  /** T5: names or globs of the tools to offer. Default all. */
  readonly include?: readonly string[] | undefined;
  /** T5: names or globs of the tools to hide; wins over `include`. */
  readonly exclude?: readonly string[] | undefined;
  /** Laid over the fleet's policy. */
  readonly policy?: Partial<Policy> | undefined;
}

/** A server started as a child process, never through a shell. */
export interface StdioEntry extends SharedEntry {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  /** Added to the short list of variables that every server gets (L9). May hold secrets. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** File that stderr is appended to (L3). */
  readonly stderrFile?: string | undefined;
}

/** A server reached over HTTP. */
export interface HttpEntry extends SharedEntry {
  readonly url: string;
  readonly transport?: 'http' | 'sse' | undefined;
  /** Sent with every request. May hold secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Who logs in: a host's own OAuth provider, or options of the login that `holdfast login` made
   * and holdfast keeps. Without it there is none.
   */
  readonly auth?: LoginProvider | LoginOptions | undefined;
}

/** How one server is reached, and what holds for it alone. */
export type ServerEntry = StdioEntry | HttpEntry;

/** An entry as a program may write it: the address may be a `URL`. */
export type GivenServerEntry =
  ServerEntry | (Omit<HttpEntry, 'url'> & { readonly url: string | URL });

export function isStdio(entry: ServerEntry): entry is StdioEntry {
  return 'command' in entry;
}
