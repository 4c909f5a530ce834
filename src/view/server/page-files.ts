import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFolder } from '../package-folder.ts';

/** A file of the page, as it is sent. */
export interface PageFile {
  readonly body: Buffer;
  readonly type: string;
}

export type Page = ReadonlyMap<string, PageFile>;

const types = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'server.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

/** The built page. A checkout that was not built has none, which the page's own address then tells. */
export async function readPage(): Promise<Page> {
  const folder = join(packageFolder(), 'dist', 'view', 'page');
  const page = new Map<string, PageFile>();
  for (const [name, type] of Object.entries(types)) {
    const file = join(folder, name);
    if (existsSync(file)) page.set(name, { body: await readFile(file), type });
  }
  return page;
}
