import { describe, expect, test } from 'vitest';
import type { Progress } from '../../src/link/session.ts';
import { dispatch } from '../../src/call/sending/dispatch.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';
import { ok, ScriptedSession } from './world.ts';

/** One request under way, by default with a second for its answer. */
function stage(onProgress?: (progress: Progress) => void) {
  const clock = createStepClock();
  const session = new ScriptedSession();
  const endings: string[] = [];
  const order = { clock, session, method: 'tools/call', params: {}, onProgress };
  const run = dispatch({ ...order, timeoutMs: 1_000, totalEndsAt: Infinity }, (ending) =>
    endings.push(ending.kind),
  );
  const [asked] = session.asked;
  if (asked === undefined) throw new Error('it was sent');
  return { clock, session, endings, run, asked, settle: () => clock.advanceSettled(0) };
}

describe('K1 a timeout that is looked at late', () => {
  test.each([
    [100, true],
    [101, false],
  ])('by %i ms has come: %s', async (lateMs, expected) => {
    const on = stage();
    on.clock.sleep(1_000 + lateMs);
    await on.settle();
    expect(on.endings).toEqual(expected ? ['timedOut'] : []);
  });

  test('waits for an answer that is read next, and once only', async () => {
    const on = stage();
    on.clock.sleep(5_000);
    await on.clock.advanceSettled(19);
    expect(on.endings).toEqual([]);
    await on.clock.advanceSettled(1);
    expect(on.endings).toEqual(['timedOut']);
    expect(on.asked.cancelled).toBe('The call timed out.');
  });

  test('has not come if the answer did', async () => {
    const on = stage();
    on.clock.sleep(5_000);
    await on.settle();
    on.asked.answer(ok);
    await on.clock.advanceSettled(1_000);
    expect(on.endings).toEqual(['result']);
    expect(on.asked.cancelled).toBeUndefined();
    expect(on.clock.pending).toBe(0);
  });
});

describe('K1 a call ends once', () => {
  test('as cancelled if its caller cancels it', async () => {
    const on = stage();
    on.run.cancel('enough');
    await on.settle();
    expect(on.endings).toEqual(['cancelled']);
    expect(on.clock.pending).toBe(0);
  });

  test('with its answer if that came in the moment of its timeout', async () => {
    const on = stage();
    on.clock.sleep(1_000);
    on.asked.answer(ok);
    on.clock.advance(0);
    await on.settle();
    expect(on.endings).toEqual(['result']);
  });

  test('and then nothing happens, whoever cancels it and whatever progress it makes', async () => {
    const seen: Progress[] = [];
    const on = stage((progress) => void seen.push(progress));
    on.asked.onProgress?.({ progress: 1 });
    on.asked.answer(ok);
    await on.settle();
    on.asked.onProgress?.({ progress: 2 });
    on.run.cancel('too late');
    await on.settle();
    expect(seen).toEqual([{ progress: 1 }]);
    expect(on.asked.cancelled).toBeUndefined();
    expect(on.endings).toEqual(['result']);
  });
});
