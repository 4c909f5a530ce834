import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

// eslint-disable-next-line no-restricted-syntax -- tsdown asks for a default export.
export default defineConfig({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  entry: ['lab/run-faults.ts', 'lab/host/host-program.ts', 'src/cli/main.ts', 'src/index.ts'],
  root: '.',
  outDir: '.tmp/lab',
  // From the sources, file by file, so that a profile names the file a reader opens.
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  logLevel: 'error',
  copy: [{ from: 'src/link/stdio/guard-process.mjs', to: '.tmp/lab/src/link/stdio' }],
});
