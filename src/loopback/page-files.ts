import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { packageFolder } from '../package-folder.ts';
import { privately, sendText } from './private-reply.ts';

/** A file of a page, as it is sent. */
interface PageFile {
  readonly body: Buffer;
  readonly type: string;
}

/** A page that was built into the package: its files by name, and what may run and load in it. */
export interface Page {
  readonly files: ReadonlyMap<string, PageFile>;
  readonly contentPolicy: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * A checkout that was not built has no page, which the page's own address then tells.
 * @param part the part of the package whose page it is.
 * @param contentPolicy directives beside those that keep to the page's own files.
 */
export async function readPage(
  part: 'view' | 'inspect',
  contentPolicy: readonly string[] = [],
): Promise<Page> {
  const folder = join(packageFolder(), 'dist', part, 'page');
  const files = new Map<string, PageFile>();
  for (const name of existsSync(folder) ? await readdir(folder) : []) {
    const type = types[extname(name)];
    if (type !== undefined) files.set(name, { body: await readFile(join(folder, name)), type });
  }
  return { files, contentPolicy: [...ownFilesOnly, ...contentPolicy].join('; ') };
}

/** Only what the page was built with runs in it, and nothing leads out of it. */
const ownFilesOnly = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** @param name empty for the page itself. */
export function sendPageFile(response: ServerResponse, name: string, page: Page): void {
  const file = page.files.get(name === '' ? 'index.html' : name);
  if (file) {
    response.writeHead(200, {
      ...privately,
      'content-type': file.type,
      'content-length': file.body.length,
      'content-security-policy': page.contentPolicy,
    });
    response.end(file.body);
  } else if (page.files.size === 0)
    sendText(response, 503, 'The page has not been built: npm run build.');
  else sendText(response, 404, 'There is nothing here.');
}
