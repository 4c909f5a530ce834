import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the reference is as the sources are now, and every export has a comment', () => {
  const check = () =>
    execFileSync(process.execPath, ['scripts/reference.mjs', '--check'], {
      encoding: 'utf8',
      timeout: 15_000,
    });
  expect(check()).toContain('is up to date');
});
