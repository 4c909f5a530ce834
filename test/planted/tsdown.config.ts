import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

export default defineConfig({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  entry: { main: 'test/planted/command/main.ts' },
  outDir: '.tmp/planted',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  logLevel: 'error',
  deps: { skipNodeModulesBundle: true },
});
