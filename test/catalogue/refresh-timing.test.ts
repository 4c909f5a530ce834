import { expect, test } from 'vitest';
import { Refresh } from '../../src/catalogue/refresh.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';

/** A refresh whose readings end as the test says; `readAt` tells when each was begun. */
function stage() {
  const clock = createStepClock();
  const readAt: number[] = [];
  let end: (isGood: boolean) => void = () => undefined;
  const refresh = new Refresh({
    clock,
    delays: () => ({ listDebounceMs: 300, listDebounceMaxMs: 2_000 }),
    read: () => {
      readAt.push(clock.now());
      return new Promise((resolve, reject) => {
        end = (isGood) => (isGood ? resolve() : reject(new Error('no')));
      });
    },
  });
  const endReading = async (isGood: boolean) => {
    end(isGood);
    await clock.advanceSettled(0);
  };
  return { clock, refresh, readAt, endReading };
}

test('T4 a change is read once it has been quiet for a while, and then nothing is due', async () => {
  const { clock, refresh, readAt, endReading } = stage();
  expect(refresh.isFresh).toBe(true);
  refresh.changed();
  expect(refresh.isFresh).toBe(false);
  clock.advance(200);
  refresh.changed();
  clock.advance(300);
  expect(readAt).toEqual([500]);
  expect(refresh.isFresh).toBe(false);
  await endReading(true);
  expect(refresh.isFresh).toBe(true);
  expect(clock.pending).toBe(0);
});

test('T4 a burst holds the reading back for two seconds at most', () => {
  const { clock, refresh, readAt } = stage();
  for (let change = 0; change < 20; change += 1) {
    refresh.changed();
    clock.advance(200);
  }
  expect(readAt).toEqual([2_000]);
});

test('T4 what changed while it was read is read once more, from when it was told', async () => {
  const { clock, refresh, readAt, endReading } = stage();
  refresh.changed();
  clock.advance(300);
  refresh.changed();
  clock.advance(5_000);
  await endReading(true);
  clock.advance(0);
  expect(readAt).toEqual([300, 5_300]);
});

test('T4 a failed reading is tried again, each time twice as late, a minute at most', async () => {
  const { clock, refresh, readAt, endReading } = stage();
  clock.advance(1_000);
  refresh.changed();
  clock.advance(300);
  for (const waitMs of [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]) {
    await endReading(false);
    expect(refresh.isFresh).toBe(false);
    const before = readAt.length;
    clock.advance(waitMs - 1);
    expect(readAt).toHaveLength(before);
    clock.advance(1);
    expect(readAt).toHaveLength(before + 1);
  }
  await endReading(true);
  refresh.changed();
  clock.advance(300);
  await endReading(false);
  clock.advance(5_000);
  expect(readAt).toHaveLength(9);
});

test('T4 K2 who waits for it is told when the reading has ended, well or not', async () => {
  const { clock, refresh, endReading } = stage();
  await refresh.settled();
  let told = 0;
  const wait = () => void refresh.settled().then(() => (told += 1));
  refresh.changed();
  wait();
  wait();
  await clock.advanceSettled(300);
  expect(told).toBe(0);
  await endReading(false);
  expect(told).toBe(2);
  wait();
  refresh.stop();
  await clock.advanceSettled(0);
  expect(told).toBe(3);
});

test('T4 S4 one that is stopped forgets its change, its reading and its failures', async () => {
  const { clock, refresh, readAt, endReading } = stage();
  refresh.changed();
  refresh.stop();
  expect([refresh.isFresh, clock.pending]).toEqual([true, 0]);
  refresh.changed();
  clock.advance(300);
  await endReading(false);
  clock.advance(5_000);
  refresh.stop();
  await endReading(false);
  expect([refresh.isFresh, clock.pending]).toEqual([true, 0]);
  refresh.changed();
  clock.advance(300);
  await endReading(false);
  clock.advance(5_000);
  expect(readAt).toHaveLength(4);
});
