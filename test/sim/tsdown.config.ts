import { defineConfig } from 'tsdown';
import { builtProgram } from '../../scripts/built-program.ts';

// eslint-disable-next-line no-restricted-syntax -- tsdown asks for a default export.
export default defineConfig(builtProgram(['test/sim/command/main.ts'], '.tmp/sim'));
