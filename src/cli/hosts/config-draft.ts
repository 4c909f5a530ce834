import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { applyEdits, modify } from 'jsonc-parser';
import { configError } from '../../config/config-error.ts';
import { readJson } from '../../config/read-json.ts';
import { isObject } from '../../is-object.ts';

/** A configuration that servers are written into; its comments and its order stay. */
export interface ConfigDraft {
  /** The entries that it has, as they are written. May hold secrets. */
  readonly present: Readonly<Record<string, unknown>>;
  /** Puts entries in, and the file in its place in one step. */
  save(entries: ReadonlyMap<string, object>): Promise<void>;
}

const empty = '{\n  "servers": {}\n}\n';

/**
 * Reads the configuration to write into; a missing one is a new one.
 * @throws HoldfastError `CONFIG_INVALID` for one that cannot be read, which is left as it is
 */
export async function openDraft(file: string): Promise<ConfigDraft> {
  const text = await readOr(file, empty);
  const { value } = readJson(text, file);
  if (!isObject(value)) throw configError(`${file}: must hold an object`);
  const key = 'mcpServers' in value && !('servers' in value) ? 'mcpServers' : 'servers';
  const present = value[key] ?? {};
  if (!isObject(present)) throw configError(`${file}: ${key} must be an object`);
  return {
    present,
    save: async (entries) => {
      let next = text;
      for (const [name, entry] of entries)
        next = applyEdits(next, modify(next, [key, name], entry, { formattingOptions }));
      await replaceFile(file, next);
    },
  };
}

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

async function readOr(file: string, otherwise: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return otherwise;
    throw configError(`${file}: cannot be read (${String(code)})`, { cause: error });
  }
}

/** Whoever watches the file never sees half of it; a link to it stays a link. */
async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file).catch(() => file);
  // Only for its user, since hosts' files often hold keys (L9); a file that is there keeps its mode.
  const mode = await stat(target).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  );
  const draft = `${target}.${process.pid}.draft`;
  try {
    await writeFile(draft, text, { mode, flag: 'wx' });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw configError(`${file}: cannot be written (${String(code)})`, {
      advice: 'Name a file in a folder that exists and can be written to, with --to FILE.',
      cause: error,
    });
  }
}
