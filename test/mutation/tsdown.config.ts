import { fileURLToPath, pathToFileURL } from 'node:url';
import { defineConfig } from 'tsdown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = (process.env['HOLDFAST_TESTS'] ?? '').split('\n');

/** All tests that the changed files have to face as one file, since each change loads them anew. */
export default defineConfig({
  cwd: root,
  entry: { tests: 'all-tests' },
  outDir: '.mutated',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  dts: false,
  treeshake: false,
  logLevel: 'error',
  deps: { skipNodeModulesBundle: true },
  outputOptions: { codeSplitting: false },
  plugins: [
    {
      name: 'all-tests',
      resolveId: (id) => (id === 'all-tests' ? '\0all-tests' : undefined),
      load: (id) => (id === '\0all-tests' ? importsOf(tests) : undefined),
      // What lies beside a file is still looked for there.
      transform: (code, id) =>
        code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
    },
  ],
});

function importsOf(files: readonly string[]): string {
  return files.map((file) => `import ${JSON.stringify(`${root}/${file}`)};`).join('\n');
}
