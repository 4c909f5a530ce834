import { expect, it } from 'vitest';
import { unsafeCharacters } from '../../src/link/plain-text.ts';
import { fixture } from '../link/open-stdio.ts';
import { errorOf, NAME, supervise } from '../requirements/stage.ts';

it('E5 no error repeats a word of a server that turns the writing around or acts on a terminal', async () => {
  const args = [fixture('hostile-words.mjs')];
  const { supervisor } = supervise({ servers: { [NAME]: { command: process.execPath, args } } });
  await supervisor.start();
  const turned = supervisor.tools().find(({ name }) => name.includes('\u202e'))?.name ?? '';
  const errors = await Promise.all([
    errorOf(supervisor.callTool(NAME, 'nobody', {})),
    errorOf(supervisor.callTool(NAME, turned, { [turned.slice(0, 20)]: 7 })),
  ]);
  expect(errors.map(({ code }) => code)).toEqual(['TOOL_UNKNOWN', 'INVALID_ARGUMENTS']);
  for (const { message } of errors) {
    expect(message).toContain('dlrow');
    expect(message).not.toMatch(unsafeCharacters);
    expect(message).not.toContain('[31m');
  }
});
