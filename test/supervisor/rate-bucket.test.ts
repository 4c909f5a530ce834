import { expect, it } from 'vitest';
import { RateBucket } from '../../src/supervisor/rate-bucket.ts';

it('F2 F4 a smaller burst does not take back the start that a server has waited for', () => {
  const bucket = new RateBucket(20, 6, 0);
  for (let start = 0; start < 20; start += 1) bucket.take(0);
  expect(bucket.waitMs(0)).toBe(600_000);
  // Looked at only as the start is due, with the new policy.
  bucket.resize(1, 6, 600_000);
  expect(bucket.waitMs(600_000)).toBe(0);
});

it('F2 F4 a larger burst brings the difference, and what was used stays used', () => {
  const bucket = new RateBucket(2, 6, 0);
  bucket.take(0);
  bucket.take(0);
  bucket.resize(5, 6, 0);
  for (let start = 0; start < 3; start += 1) bucket.take(0);
  expect(bucket.waitMs(0)).toBe(600_000);
});
