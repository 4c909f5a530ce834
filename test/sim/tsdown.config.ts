import { defineConfig } from 'tsdown';
import { builtProgram } from '../../scripts/built-program.ts';

export default defineConfig(builtProgram(['test/sim/command/main.ts'], '.tmp/sim'));
