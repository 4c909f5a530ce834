import { build } from 'tsdown';
import { library, pages } from '../tsdown.config.ts';

/**
 * Builds the package once before all tests: examples, the snippets of the docs and browsers get it
 * as a user does, with the declarations that snippets and hosts are checked against.
 */
export async function setup(): Promise<void> {
  for (const part of [library, ...pages])
    await build({ ...part, config: false, clean: false, logLevel: 'warn' });
}
