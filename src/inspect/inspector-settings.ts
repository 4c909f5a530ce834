import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as z from 'zod/mini';
import { checkShape } from '../config/check-shape.ts';
import { configError } from '../config/config-error.ts';
import { readJson } from '../config/read-json.ts';
import { isObject } from '../is-object.ts';
import { portSchema } from '../loopback/port-schema.ts';

/** Stately's own, which only the browser of whoever opens the page contacts. */
export const defaultViewer = 'https://stately.ai/inspect';

/** The project's own file; Stately's tools read `statelyai.json`. */
const FILE = 'stately.config.json';

/** Where the inspector is served, and what shows it. Everything may be left out. */
export interface InspectorSettings {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /**
   * Address of the page that shows what it is sent, by HTTPS, or by HTTP from this machine. Default:
   * Stately's own, `https://stately.ai/inspect`.
   */
  readonly viewer?: string | undefined;
}

export const inspectorSchema = z.strictObject({
  port: z.optional(portSchema),
  viewer: z.optional(
    z.string().check(
      z.refine(isViewer, {
        message: 'must be an address that begins with https://, or http:// on this machine',
      }),
    ),
  ),
});

/** @throws HoldfastError `CONFIG_INVALID` saying where and what is allowed there (E3). */
export function checkSettings(
  owner: string,
  given: unknown,
): { readonly port?: number | undefined; readonly viewer: URL } {
  const { port, viewer = defaultViewer } = checkShape(owner, given, inspectorSchema);
  return { port, viewer: new URL(viewer) };
}

/**
 * Reads the key `inspector` of the `stately.config.json` in a folder; the other keys are not looked
 * at. A folder without such a file has no settings.
 * @param folder default: the working directory.
 * @throws HoldfastError `CONFIG_INVALID` if the file or a setting cannot be used.
 */
export async function readInspectorSettings(folder = '.'): Promise<InspectorSettings> {
  const file = resolve(folder, FILE);
  const text = await readIfThere(file);
  if (text === undefined) return {};
  const { value } = readJson(text, file);
  if (!isObject(value)) throw configError(`${file}: must be an object`);
  const settings = value['inspector'] ?? {};
  checkSettings(`${file}: inspector`, settings);
  return settings;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw configError(`${file}: it cannot be read`, { cause });
  }
}

/** Over plain HTTP anybody on the way could read along, or be the viewer. */
function isViewer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isHere);
}
