import { fileURLToPath } from 'node:url';
import type { UserConfig } from 'tsdown';

/**
 * Builds a program that only the project itself runs: from the sources, file by file, so that a profile
 * names the file a reader opens. Node 20 cannot load them as they are.
 */
export function builtProgram(entry: readonly string[], outDir: string): UserConfig {
  return {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    entry: [...entry],
    root: '.',
    outDir,
    unbundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    logLevel: 'error',
    // L5: the guard is started as a file of its own.
    copy: [{ from: 'src/link/stdio/guard-process.mjs', to: `${outDir}/src/link/stdio` }],
  };
}
