import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

// eslint-disable-next-line no-restricted-syntax -- tsdown asks for a default export.
export default defineConfig({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  entry: { cases: 'test/mutation/cases.ts' },
  outDir: '.mutated',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  treeshake: false,
  logLevel: 'error',
  deps: { skipNodeModulesBundle: true },
});
