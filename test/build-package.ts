import { build } from 'tsdown';
import shipped from '../tsdown.config.ts';

/**
 * Builds the package once before all tests: examples and the snippets of the docs import it by
 * its name, as a user's program does. Types are left to the package checks, which take longer.
 */
export async function setup(): Promise<void> {
  await build({
    ...(shipped as object),
    config: false,
    dts: false,
    clean: false,
    logLevel: 'warn',
  });
}
