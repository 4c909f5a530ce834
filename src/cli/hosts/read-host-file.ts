import { readFile } from 'node:fs/promises';
import { readJson } from '../../config/read-json.ts';
import { HoldfastError } from '../../errors/holdfast-error.ts';
import { isObject } from '../../is-object.ts';
import type { HostPlace } from './host-places.ts';

/** A host's file that is there. */
export interface HostFile extends HostPlace {
  /** Entries as the host wrote them, by name. May hold secrets. */
  readonly entries: Readonly<Record<string, unknown>>;
  /** Why nothing could be read from it. */
  readonly fault?: string;
}

/** Reads what a host has left at a place; undefined if there is nothing, or nothing about servers. */
export async function readHostFile(
  place: HostPlace,
  project: string,
): Promise<HostFile | undefined> {
  const { file } = place;
  try {
    const entries = entriesOf(readJson(await readFile(file, 'utf8'), file).value, project);
    return entries && { ...place, entries };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (error instanceof HoldfastError) return { ...place, entries: {}, fault: error.message };
    return { ...place, entries: {}, fault: `${file}: cannot be read (${String(code)})` };
  }
}

/** E4: `mcpServers` or `servers`; below `mcp` in VS Code's settings, and per project in Claude Code's. */
function entriesOf(value: unknown, project: string): Record<string, unknown> | undefined {
  const top = objectOf(value);
  const own = objectOf(objectOf(top?.['projects'])?.[project])?.['mcpServers'];
  const general = top?.['mcpServers'] ?? top?.['servers'] ?? objectOf(top?.['mcp'])?.['servers'];
  const found = { ...objectOf(general), ...objectOf(own) };
  return Object.keys(found).length === 0 ? undefined : found;
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return isObject(value) ? value : undefined;
}
