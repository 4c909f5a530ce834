import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: ['src/index.ts', 'machines/index.ts', 'src/testing/index.ts', 'src/cli/main.ts'],
  root: '.',
  // The published tree mirrors the source, so a stack trace names the file a reader opens.
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: true,
  sourcemap: false,
  // L5: the guard is started as a file of its own, so it has to be one after the build too.
  copy: [{ from: 'src/link/stdio/guard-process.mjs', to: 'dist/src/link/stdio' }],
});
