import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** It takes four seconds of a processor, which a busy machine may be long in giving. */
const BOUND_MS = 90_000;

it(
  'the reference is as the sources are now, and every export has a comment',
  () => {
    const check = () =>
      execFileSync(process.execPath, ['scripts/reference.mjs', '--check'], {
        encoding: 'utf8',
        timeout: BOUND_MS,
      });
    expect(check()).toContain('is up to date');
  },
  BOUND_MS,
);
