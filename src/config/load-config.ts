import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { FleetPolicy, Policy } from '../../machines/policy.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import { isObject } from '../is-object.ts';
import { configError } from './config-error.ts';
import { kindOf, unknownKey } from './describe-issue.ts';
import { findConfig } from './find-config.ts';
import type { Variables } from './interpolate.ts';
import { parsePolicies, type Policies } from './parse-policies.ts';
import { readEntry, type ConfigProblem } from './read-entry.ts';
import { readJson, type JsonDocument } from './read-json.ts';
import type { ServerEntry } from './server-entry.ts';

export type { ConfigProblem };

/** What a configuration file holds, and what is wrong with it (E4). */
export interface LoadedConfig {
  /** Absolute path of the file. */
  readonly file: string;
  /** Every usable server; disabled ones have `enabled: false`. Ready for `createSupervisor`. */
  readonly servers: Readonly<Record<string, ServerEntry>>;
  readonly policy: Partial<Policy & FleetPolicy>;
  /** What is wrong with single servers, and what was ignored. */
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads a configuration: our own file, or one that a host keeps (E4).
 *
 * A file is our own if it is called `holdfast.json` or has a top-level `policy`; in it every
 * unknown key is refused. In a host's file they are ignored. A broken server costs only itself
 * and is listed in `problems`.
 * @param path default: what the command line would take, `holdfast.json` or else `.mcp.json` in the
 *   current folder
 * @throws HoldfastError `CONFIG_INVALID` if the file as a whole cannot be used.
 */
export async function loadConfig(
  path?: string,
  variables: Variables = process.env,
): Promise<LoadedConfig> {
  const file = path === undefined ? await findConfig(process.cwd()) : resolve(path);
  return parseConfig(await readConfigText(file), file, variables);
}

/**
 * The same for a file's text that was read before.
 * @param file absolute path, which messages name and relative paths start from
 * @throws HoldfastError `CONFIG_INVALID`
 */
export function parseConfig(text: string, file: string, variables: Variables): LoadedConfig {
  const document = readJson(text, file);
  const top = topLevel(document, file);
  const own = isOwn(file, top);
  if (own) refuseUnknownKeys(document, file, top);
  const { policy, fleet } = readPolicies(document, file, top['policy']);
  const section = serverSection(document, file, top);
  const read = Object.entries(section.entries).map(([name, raw]) =>
    readEntry(name, raw, {
      own,
      folder: dirname(file),
      fleetPolicy: policy,
      variables,
      position: (keys) => document.position([section.key, name, ...keys]),
    }),
  );
  return {
    file,
    servers: Object.fromEntries(read.flatMap(({ name, entry }) => (entry ? [[name, entry]] : []))),
    policy: { ...policy, ...fleet },
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** @throws HoldfastError `CONFIG_INVALID` if the file is not there or cannot be read. */
export async function readConfigText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const reason = code === 'ENOENT' ? 'no such file' : `cannot be read (${code})`;
    throw configError(`${file}: ${reason}`, {
      advice: 'Name a configuration that exists and can be read.',
      cause: error,
    });
  }
}

function topLevel(document: JsonDocument, file: string): Record<string, unknown> {
  const { value } = document;
  if (isObject(value)) return value;
  throw configError(`${file}: must hold an object, not ${kindOf(value)}`);
}

function isOwn(file: string, top: Record<string, unknown>): boolean {
  return /(^|\.)holdfast\.jsonc?$/.test(basename(file)) || 'policy' in top;
}

const ownKeys = ['servers', 'mcpServers', 'policy', '$schema'];

function refuseUnknownKeys(
  document: JsonDocument,
  file: string,
  top: Record<string, unknown>,
): void {
  const unknown = Object.keys(top).filter((key) => !ownKeys.includes(key));
  if (unknown.length === 0) return;
  throw configError(
    unknown
      .map((key) => `${file}:${document.position([key])}: ${key}: ${unknownKey(key, ownKeys)}`)
      .join('; '),
  );
}

function readPolicies(document: JsonDocument, file: string, value: unknown): Policies {
  try {
    return parsePolicies(value);
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    throw configError(`${file}:${document.position(['policy'])}: ${error.message}`, {
      cause: error,
    });
  }
}

interface ServerSection {
  readonly key: 'servers' | 'mcpServers';
  readonly entries: Record<string, unknown>;
}

function serverSection(
  document: JsonDocument,
  file: string,
  top: Record<string, unknown>,
): ServerSection {
  if ('servers' in top && 'mcpServers' in top)
    throw configError(`${file}: has both servers and mcpServers; keep one`);
  const key = 'servers' in top ? 'servers' : 'mcpServers';
  const entries = top[key];
  if (entries === undefined)
    throw configError(`${file}: has neither servers nor mcpServers`, {
      advice: 'List the servers under "servers", by name.',
    });
  if (typeof entries !== 'object' || entries === null || Array.isArray(entries))
    throw configError(
      `${file}:${document.position([key])}: ${key} must be an object, not ${kindOf(entries)}`,
    );
  return { key, entries: entries as Record<string, unknown> };
}
