import { expect, it } from 'vitest';
import { fixture } from '../link/open-stdio.ts';
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
