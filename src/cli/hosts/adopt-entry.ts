import { isAbsolute, resolve } from 'node:path';
import { translateEntry } from '../../config/host-entry.ts';
import { findEntryFaults } from '../../config/parse-server-entry.ts';

/** A host's entry in our own words, with its variables as they were. May hold secrets. */
export interface AdoptedEntry {
  readonly entry: Readonly<Record<string, unknown>>;
  /** What a person should know; never shows a value. */
  readonly notes: readonly string[];
  /** Why it cannot be used. */
  readonly faults: readonly string[];
}

/**
 * Puts a host's entry into our own words (E4).
 * @param folder what its relative paths start from
 */
export function adoptEntry(name: string, raw: unknown, folder: string): AdoptedEntry {
  const { entry, unknownKeys } = translateEntry(withoutDialect(raw));
  const faults = findEntryFaults(name, entry, {}).map(({ path, message }) =>
    `${path.join('.')} ${message}`.trim(),
  );
  return {
    entry: withAbsoluteFolder(entry as Record<string, unknown>, folder),
    notes: [
      ...unknownKeys.map(({ key }) => `left out ${key}, which holdfast does not know`),
      ...foreignPlaceholders(entry),
    ],
    faults,
  };
}

/** Other hosts' words for an address: Windsurf's `serverUrl`, Gemini's `httpUrl`. */
function withoutDialect(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const { serverUrl, httpUrl, ...rest } = raw as Record<string, unknown>;
  if (serverUrl !== undefined) return { ...rest, url: serverUrl };
  if (httpUrl !== undefined) return { ...rest, url: httpUrl, type: 'http' };
  return raw;
}

/** A relative folder would start somewhere else from now on. */
function withAbsoluteFolder(
  entry: Record<string, unknown>,
  folder: string,
): Record<string, unknown> {
  const cwd = entry?.['cwd'];
  const isMoved = typeof cwd === 'string' && !isAbsolute(cwd) && !cwd.startsWith('${');
  return isMoved ? { ...entry, cwd: resolve(folder, cwd) } : entry;
}

/** Placeholders that only their host can fill in; they stay, and have to be replaced by hand. */
function foreignPlaceholders(entry: unknown): string[] {
  const found = JSON.stringify(entry)?.matchAll(
    /\$\{(?:(?!env:)[a-z]+:[^-}][^}]*|workspaceFolder|workspaceRoot|userHome|pathSeparator)\}/gi,
  );
  const names = new Set([...(found ?? [])].map(([placeholder]) => placeholder));
  return [...names].map(
    (placeholder) =>
      `${placeholder} is not supported; put a value, or an environment variable as in \${NAME}, in its place`,
  );
}
