import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchDeath, type Death } from '../../src/link/stdio/watch-death.ts';
import { createStepClock } from '../../src/testing/step-clock.ts';

// The clock and the child are played here, so that each bound is met to the millisecond.
function play() {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const child = Object.assign(new EventEmitter(), { stdout, stderr });
  const clock = createStepClock();
  const deaths: Death[] = [];
  const watch = watchDeath(child as unknown as ChildProcessWithoutNullStreams, clock, (death) =>
    deaths.push(death),
  );
  stdout.resume();
  stderr.resume();
  /** With a turn of the event loop at the end, in which real pipes would be read. */
  const pass = async (delayMs: number) => {
    await clock.advanceSettled(delayMs);
    await nextTurn();
    await clock.advanceSettled(0);
  };
  return { child, stdout, stderr, clock, deaths, watch, pass };
}

it('L2 a death is told after 50 ms without data, while the pipes are held open', async () => {
  const { child, clock, deaths, pass } = play();
  child.emit('exit', 3, null);
  await pass(49);
  expect(deaths).toEqual([]);
  await pass(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'exited with code 3' }]);
  expect(clock.pending).toBe(0);
});

it('L2 what came before the 50 ms were over, and could not be read in time, prolongs the reading, too', async () => {
  const { child, stdout, clock, deaths, pass } = play();
  child.emit('exit', 0, null);
  // A busy machine tells of the timer first, and of the pipe in the same turn.
  clock.setTimeout(() => stdout.write('last words'), 50);
  await pass(50);
  expect(deaths).toEqual([]);
  await pass(50);
  expect(deaths).toHaveLength(1);
});

it('L2 data prolongs the reading, but to no more than 150 ms in all', async () => {
  const { child, stdout, clock, deaths, pass } = play();
  child.emit('exit', null, 'SIGKILL');
  for (let passedMs = 0; passedMs < 120; passedMs += 40) {
    await pass(40);
    stdout.write('more');
  }
  await pass(29);
  expect(deaths).toEqual([]);
  await pass(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'was killed by SIGKILL' }]);
  expect(clock.pending).toBe(0);
});

it('L2 a death is told at once when both pipes have ended', async () => {
  const { child, stdout, stderr, clock, deaths, pass } = play();
  child.emit('exit', 0, null);
  stdout.end('last');
  stderr.end();
  await pass(0);
  expect(deaths).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

it('L2 a closed stdout waits 250 ms for the exit, which says more', async () => {
  const { child, stdout, stderr, deaths, pass } = play();
  stdout.end();
  stderr.end();
  await pass(249);
  child.emit('exit', 1, null);
  await pass(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'exited with code 1' }]);
});

it('L2 a broken stdin is a loss after 250 ms without an exit, and told once', async () => {
  const { child, deaths, watch, pass } = play();
  watch.stdinBroke();
  await pass(249);
  expect(deaths).toEqual([]);
  await pass(1);
  child.emit('exit', 1, null);
  await pass(200);
  expect(deaths).toEqual([{ code: 'STDIN_CLOSED', reason: 'no longer reads its stdin' }]);
});
