import { build } from 'tsdown';
import shipped from '../tsdown.config.ts';

/**
 * Builds the package once before all tests: examples and the snippets of the docs import it by
 * its name, as a user's program does, and are checked against its declarations.
 */
export async function setup(): Promise<void> {
  await build({
    ...(shipped as object),
    config: false,
    clean: false,
    logLevel: 'warn',
  });
}
