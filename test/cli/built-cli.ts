import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'tsdown';
import shipped from '../../tsdown.config.ts';

/**
 * Builds the command line as it is shipped, in a folder of its own inside the project, so that
 * tests run in parallel and never meet a stale `dist`. Returns the file to run.
 */
export async function buildCli(): Promise<{ readonly file: string; remove(): Promise<void> }> {
  await mkdir('.tmp', { recursive: true });
  const folder = await mkdtemp(resolve('.tmp', 'cli-'));
  await build({
    ...(shipped as object),
    config: false,
    entry: ['src/cli/main.ts'],
    outDir: folder,
    copy: [{ from: 'src/link/stdio/guard-process.mjs', to: join(folder, 'src/link/stdio') }],
    dts: false,
    logLevel: 'warn',
  });
  return {
    file: join(folder, 'src', 'cli', 'main.js'),
    remove: () => rm(folder, { recursive: true }),
  };
}
