import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
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
  return { child, stdout, stderr, clock, deaths, watch };
}

it('L2 a death is told after 50 ms without data, while the pipes are held open', async () => {
  const { child, clock, deaths } = play();
  child.emit('exit', 3, null);
  await clock.advanceSettled(49);
  expect(deaths).toEqual([]);
  await clock.advanceSettled(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'exited with code 3' }]);
  expect(clock.pending).toBe(0);
});

it('L2 data prolongs the reading, but to no more than 150 ms in all', async () => {
  const { child, stdout, clock, deaths } = play();
  child.emit('exit', null, 'SIGKILL');
  for (let passedMs = 0; passedMs < 120; passedMs += 40) {
    await clock.advanceSettled(40);
    stdout.write('more');
  }
  await clock.advanceSettled(29);
  expect(deaths).toEqual([]);
  await clock.advanceSettled(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'was killed by SIGKILL' }]);
  expect(clock.pending).toBe(0);
});

it('L2 a death is told at once when both pipes have ended', async () => {
  const { child, stdout, stderr, clock, deaths } = play();
  child.emit('exit', 0, null);
  stdout.end('last');
  stderr.end();
  await clock.advanceSettled(0);
  expect(deaths).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

it('L2 a closed stdout waits 250 ms for the exit, which says more', async () => {
  const { child, stdout, stderr, clock, deaths } = play();
  stdout.end();
  stderr.end();
  await clock.advanceSettled(249);
  child.emit('exit', 1, null);
  await clock.advanceSettled(1);
  expect(deaths).toEqual([{ code: 'PROCESS_EXITED', reason: 'exited with code 1' }]);
});

it('L2 a broken stdin is a loss after 250 ms without an exit, and told once', async () => {
  const { child, clock, deaths, watch } = play();
  watch.stdinBroke();
  await clock.advanceSettled(249);
  expect(deaths).toEqual([]);
  await clock.advanceSettled(1);
  child.emit('exit', 1, null);
  await clock.advanceSettled(200);
  expect(deaths).toEqual([{ code: 'STDIN_CLOSED', reason: 'no longer reads its stdin' }]);
});
