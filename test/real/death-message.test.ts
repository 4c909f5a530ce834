import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fixture } from '../link/open-stdio.ts';
import { until } from '../link/processes.ts';
import { errorOf, NAME, supervise } from '../requirements/stage.ts';

it('L2 the error of a call says how its server died, with the last lines of stderr', async () => {
  const args = [fixture('exit-mid-call.mjs'), '7'];
  const { supervisor } = supervise({ servers: { [NAME]: { command: process.execPath, args } } });
  await supervisor.start();
  const error = await errorOf(supervisor.callTool(NAME, 'write-effect', { file: '/dev/null' }));
  expect(error.code).toBe('OUTCOME_UNKNOWN');
  expect(error.message).toContain('exited with code 7');
  expect(error.message).toContain('died under a call');
});

it('H2 while an attempt has said nothing, the last lines of its predecessor are there to be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-death-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const args = [fixture('explains-once.mjs'), join(folder, 'started')];
  const policy = { baseDelayMs: 10 };
  const { supervisor } = supervise({
    servers: { [NAME]: { command: process.execPath, args, policy } },
  });
  void supervisor.start();
  await until(
    () => supervisor.status(NAME).attempts === 2 && supervisor.status(NAME).pid !== undefined,
    'the second attempt runs',
  );
  expect(supervisor.status(NAME).stderrTail).toBe('cannot start: no token given');
  expect(supervisor.explain(NAME).text).toContain('Its last words');
});
