import { defineConfig } from 'tsdown';
import { builtProgram } from '../scripts/built-program.ts';
import { pages } from '../tsdown.config.ts';

const { cwd = '.', ...program } = builtProgram(
  ['bench/main.ts', 'bench/idle-memory/hold.ts'],
  '.tmp/bench',
);

export default defineConfig([
  ...pages.map((page) => ({ ...page, cwd, dts: false, logLevel: 'error' as const })),
  {
    ...program,
    cwd,
    // It looks for its own files beside its own code.
    deps: { neverBundle: ['playwright-core'] },
  },
]);
