import { defineConfig } from 'tsdown';
import { builtProgram } from '../../scripts/built-program.ts';

export default defineConfig(builtProgram(['lab/stress/main.ts'], '.tmp/stress'));
