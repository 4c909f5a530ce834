import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { pages } from '../tsdown.config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// eslint-disable-next-line no-restricted-syntax -- tsdown asks for a default export.
export default defineConfig([
  ...pages.map((page) => ({ ...page, cwd: root, dts: false, logLevel: 'error' as const })),
  {
    cwd: root,
    entry: ['bench/main.ts', 'bench/idle-memory/hold.ts'],
    // It looks for its own files beside its own code.
    deps: { neverBundle: ['playwright-core'] },
    root: '.',
    outDir: '.tmp/bench',
    // From the sources, file by file, so that a profile names the file a reader opens.
    unbundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    logLevel: 'error',
    copy: [{ from: 'src/link/stdio/guard-process.mjs', to: '.tmp/bench/src/link/stdio' }],
  },
]);
