import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSupervisor, type SupervisorOptions } from '../../src/index.ts';
import { fixture } from '../link/open-stdio.ts';
import { isAlive, until } from '../link/processes.ts';
import { codeOf } from './stage.ts';

const quick = { stdinGraceMs: 200, termGraceMs: 200, drainMs: 200, startBurst: 100 };

/** A fleet of real processes, and the file in which each of them notes its start. */
function fleet(options: SupervisorOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-fleet-'));
  const log = join(folder, 'starts');
  const supervisor = createSupervisor({ ...options, policy: { ...quick, ...options.policy } });
  onTestFinished(async () => {
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    rmSync(folder, { recursive: true });
  });
  const entry = (server: string, ...args: string[]) => ({
    command: process.execPath,
    args: [fixture(server), ...args],
    env: { FIXTURE_START_LOG: log },
  });
  const starts = () => {
    try {
      return readFileSync(log, 'utf8').trim().split('\n').map(Number);
    } catch {
      // Nobody has started yet.
      return [];
    }
  };
  return { supervisor, entry, starts };
}

it('S1 nothing spawns once stop() was called, also from the middle of the queue', async () => {
  const { supervisor, entry, starts } = fleet({ policy: { maxSpawns: 1 } });
  for (const name of ['s1', 's2', 's3']) supervisor.add(name, entry('never-answer.mjs'));
  void supervisor.start();
  await until(() => starts().length === 1, 'the first one runs');
  const report = await supervisor.stop();
  expect(report.left).toBe(0);
  expect(starts()).toHaveLength(1);
  expect(starts().filter(isAlive)).toEqual([]);
});

it('S4 L4 tells what had to be killed, and leaves no process', async () => {
  const { supervisor, entry, starts } = fleet();
  supervisor.add('polite', entry('echo-server.mjs'));
  supervisor.add('stubborn', entry('ignores-sigterm.mjs'));
  await supervisor.start();
  const report = await supervisor.stop();
  expect(report).toMatchObject({
    servers: { polite: { killed: 0, left: 0 }, stubborn: { killed: 1, left: 0 } },
    killed: 1,
    left: 0,
  });
  expect(starts()).toHaveLength(2);
  expect(starts().filter(isAlive)).toEqual([]);
});

it('S1 S3 a second stop() kills at once', async () => {
  const { supervisor, entry, starts } = fleet({
    policy: { stdinGraceMs: 60_000, drainMs: 60_000 },
  });
  supervisor.add('s1', entry('ignores-sigterm.mjs'));
  await supervisor.start();
  const call = codeOf(supervisor.callTool('s1', 'slow', { ms: 60_000 }));
  const first = supervisor.stop();
  const second = await supervisor.stop();
  expect(second.tookMs).toBeLessThan(5_000);
  expect(await first).toMatchObject({ killed: 1, left: 0 });
  expect(await call).toBe('OUTCOME_UNKNOWN');
  expect(starts().filter(isAlive)).toEqual([]);
});

it('C13 a new process starts only once the old one is gone, by restart and by remove and add', async () => {
  const { supervisor, entry, starts } = fleet();
  supervisor.add('s1', entry('ignores-sigterm.mjs'));
  await supervisor.start();
  const alive: number[] = [];
  supervisor.on('server.state', ({ state }) => {
    if (state === 'ready') alive.push(starts().filter(isAlive).length);
  });
  const stopped = supervisor.stop('s1');
  expect((await supervisor.restart('s1')).outcome).toBe('revived');
  expect(await stopped).toMatchObject({ killed: 1, left: 0 });
  const removed = supervisor.remove('s1');
  supervisor.add('s1', entry('echo-server.mjs'));
  await supervisor.ready('s1');
  await removed;
  expect(alive).toEqual([1, 1]);
});

it('E5 F1 a server that floods and one that talks garbage cost others nothing', async () => {
  const { supervisor, entry } = fleet();
  supervisor.add('good', entry('echo-server.mjs'));
  supervisor.add('flood', entry('stderr-flood.mjs'));
  supervisor.add('noise', entry('garbage.mjs'));
  supervisor.add('dying', entry('exit-at-once.mjs'));
  void supervisor.start();
  await Promise.all(['good', 'flood', 'noise'].map((name) => supervisor.ready(name)));
  const answers = await Promise.all(
    ['good', 'flood', 'noise'].map((name) => supervisor.callTool(name, 'echo', { text: name })),
  );
  expect(answers.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  await until(() => supervisor.status('dying').lastError !== undefined, 'the dying one has died');
  expect(supervisor.status('dying').lastError?.message).toContain('code');
  expect(supervisor.status('good')).toMatchObject({ state: 'ready', generation: 1 });
});

it('S4 a stopped fleet leaves nothing that keeps its host alive', async () => {
  // The runner has timers of its own; the fleet's are counted elsewhere, on a step clock.
  const resources = () => process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout');
  const before = resources().length;
  const { supervisor, entry } = fleet();
  supervisor.add('s1', entry('echo-server.mjs'));
  await supervisor.start();
  await supervisor.callTool('s1', 'echo', { text: 'hello' });
  await supervisor.stop();
  await until(() => resources().length <= before, 'pipes and processes are let go');
});
