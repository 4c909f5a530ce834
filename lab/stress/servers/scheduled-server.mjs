// A server that notes when it was started and when it left, and does as the file `mode` in its folder
// says at that moment: `answer`, `refuse` (leaves in the handshake), `flap` (leaves after its listing)
// or `hang` (in the handshake). Arguments: the folder, a name.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';

const [, , folder, name] = argv;
const note = (what) =>
  appendFileSync(
    join(folder, 'schedule.jsonl'),
    `${JSON.stringify({ what, name, at: Date.now() })}\n`,
  );
note('start');
process.on('exit', () => note('end'));
const { honest, serve, silence } = await import('../../../test/fixtures/stdio/base.mjs');

const modes = {
  answer: {},
  refuse: { initialize: () => exit(3) },
  hang: { initialize: () => silence },
  flap: {
    'tools/list': () => {
      // The answer goes out in this turn; the exit comes in a later one.
      setImmediate(() => setImmediate(() => exit(4)));
      return honest['tools/list']();
    },
  },
};
serve({ ...honest, ...modes[readFileSync(join(folder, 'mode'), 'utf8').trim()] });
