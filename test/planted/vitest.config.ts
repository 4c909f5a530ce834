import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { defineConfig } from 'vitest/config';
import { bugNamed } from './bugs/bugs.ts';
import { patched } from './bugs/bug.ts';

const { patches } = bugNamed(process.env['HOLDFAST_PLANTED'] ?? '');

export default defineConfig({
  plugins: [
    {
      name: 'planted',
      enforce: 'pre',
      load: (id) => {
        const file = relative(process.cwd(), id).split(sep).join('/');
        const here = patches.filter((patch) => patch.file === file);
        return here.length === 0 ? undefined : here.reduce(patched, readFileSync(id, 'utf8'));
      },
    },
  ],
  test: { include: ['test/**/*.test.ts'], testTimeout: 20_000 },
});
