import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'tsdown';
import { library } from '../../tsdown.config.ts';

export interface BuiltCli {
  readonly file: string;
  readonly library: string;
  remove(): Promise<void>;
}

/**
 * Builds the command line and the library as they are shipped, in a folder of its own inside the
 * project, so that tests run in parallel and never meet a stale `dist`. Returns the files to run
 * and to import.
 */
export async function buildCli(): Promise<BuiltCli> {
  await mkdir('.tmp', { recursive: true });
  const folder = await mkdtemp(resolve('.tmp', 'cli-'));
  await build({
    ...library,
    config: false,
    entry: ['src/index.ts', 'src/cli/main.ts'],
    outDir: folder,
    copy: [{ from: 'src/link/stdio/guard-process.mjs', to: join(folder, 'parts') }],
    dts: false,
    logLevel: 'warn',
  });
  return {
    file: join(folder, 'src', 'cli', 'main.js'),
    library: join(folder, 'src', 'index.js'),
    remove: () => rm(folder, { recursive: true }),
  };
}
