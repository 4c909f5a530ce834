import { defineConfig } from 'tsdown';
import { builtProgram } from '../scripts/built-program.ts';

export default defineConfig(
  builtProgram(
    ['lab/run-faults.ts', 'lab/host/host-program.ts', 'src/cli/main.ts', 'src/index.ts'],
    '.tmp/lab',
  ),
);
