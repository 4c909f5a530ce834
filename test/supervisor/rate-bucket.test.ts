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

it('F2 a burst at once, then as many an hour as the rate allows', () => {
  const bucket = new RateBucket(2, 6, 0);
  expect(bucket.waitMs(0)).toBe(0);
  bucket.take(0);
  expect(bucket.waitMs(0)).toBe(0);
  bucket.take(0);
  expect(bucket.waitMs(0)).toBe(600_000);
  expect(bucket.waitMs(150_000)).toBe(450_000);
  expect(bucket.waitMs(600_000)).toBe(0);
});

it('F2 what is not used adds up to the burst and no further', () => {
  const bucket = new RateBucket(2, 6, 0);
  for (let start = 0; start < 2; start += 1) bucket.take(24 * 3_600_000);
  expect(bucket.waitMs(24 * 3_600_000)).toBe(600_000);
});

it('F2 a clock that runs backwards takes nothing away', () => {
  const bucket = new RateBucket(1, 6, 600_000);
  expect(bucket.waitMs(0)).toBe(0);
});

it('F2 F4 a new rate holds from then on, and what was gained before is kept', () => {
  const bucket = new RateBucket(1, 6, 0);
  bucket.take(0);
  bucket.resize(1, 60, 300_000);
  expect(bucket.waitMs(300_000)).toBe(30_000);
  bucket.resize(1, 60, 300_000);
  expect(bucket.waitMs(330_000)).toBe(0);
});

it('F1 F2 however often it is looked at, the next start is due at the same millisecond', () => {
  const seldom = new RateBucket(1, 120, 0);
  const often = new RateBucket(1, 120, 0);
  for (const bucket of [seldom, often]) bucket.take(0);
  const dueAt = Math.ceil(seldom.waitMs(0));
  for (let now = 1; now < dueAt; now += 1)
    if (now + Math.ceil(often.waitMs(now)) !== dueAt) expect.fail(`moved at ${now} ms`);
  expect([often.waitMs(dueAt - 1) > 0, often.waitMs(dueAt)]).toEqual([true, 0]);
  expect(seldom.waitMs(dueAt)).toBe(0);
});
