import { expect, it } from 'vitest';
import { serveView, type ServeViewOptions } from '../../src/view/server/serve-view.ts';
import { stage, stdio } from '../supervisor/stage.ts';

it.each<[object, string]>([
  [{ prot: 4_000 }, 'options.prot: unknown key; did you mean port?'],
  [{ port: 70_000 }, 'options.port: must be a whole number from 0 (a free port) to 65535'],
  [{ title: 7 }, 'options.title: must be text, not a number'],
  [{ clock: 'now' }, 'options.clock: must be a clock, not text'],
])('E3 a view with %j is refused where it is asked for', async (given, message) => {
  const { supervisor } = stage({ s1: stdio });
  await expect(serveView(supervisor, given as ServeViewOptions)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(message),
  });
});
