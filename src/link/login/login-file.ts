import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  OAuthClientInformationSchema,
  OAuthTokensSchema,
  type OAuthClientInformationMixed,
  type OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js';

/** What is kept of one login. */
export interface KeptLogin {
  readonly tokens?: OAuthTokens | undefined;
  /** The client that the tokens were issued to; without a secret if that is configured. */
  readonly client?: OAuthClientInformationMixed | undefined;
}

/**
 * Where the login of one server is kept: a file of its own below `$XDG_STATE_HOME/holdfast`, else
 * `~/.local/state/holdfast`, named for the server's host and the whole of its URL.
 */
export function loginFile(server: URL, env: NodeJS.ProcessEnv = process.env): string {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  const key = createHash('sha256').update(withoutHash(server)).digest('hex').slice(0, 16);
  const host = server.hostname.replace(/[^a-z0-9.-]/gi, '_');
  return join(state, 'holdfast', `${host}-${key}.json`);
}

/** Nothing if there is no file, or none that can be understood: then only a login helps. */
export async function readLogin(file: string): Promise<KeptLogin> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const { tokens, client } = parse(text);
  return {
    tokens: OAuthTokensSchema.safeParse(tokens).data,
    client: OAuthClientInformationSchema.safeParse(client).success
      ? (client as OAuthClientInformationMixed)
      : undefined,
  };
}

/** Replaces the file as a whole; nobody ever sees half of it, and nobody else can read it. */
export async function writeLogin(file: string, login: KeptLogin): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID().slice(0, 8)}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(login, null, 2)}\n`);
    // A rotated refresh token that is lost in a power cut is a lost login.
    await handle.sync();
  } catch (error) {
    await unlink(draft).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

function withoutHash(server: URL): string {
  const bare = new URL(server);
  bare.hash = '';
  return bare.href;
}

function parse(text: string): { readonly tokens?: unknown; readonly client?: unknown } {
  try {
    return (JSON.parse(text) as { readonly tokens?: unknown } | null) ?? {};
  } catch {
    return {};
  }
}
