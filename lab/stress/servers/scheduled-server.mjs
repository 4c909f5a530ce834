// A server that notes when it was started, when it was listed and when it left, and does as the file
// `mode` in its folder says at its start: `answer`, `refuse` (leaves in the handshake), `flap` (leaves
// after its listing) or `hang` (in the handshake). Arguments: the folder, a name, and the port of a
// backend, if it has one, without which it does not live.
import { appendFileSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { argv, exit } from 'node:process';

const [, , folder, name, port] = argv;
const note = (what) =>
  appendFileSync(
    join(folder, 'notes.jsonl'),
    `${JSON.stringify({ what, name, at: Date.now() })}\n`,
  );
note('start');
process.on('exit', () => note('end'));
const { honest, serve, silence } = await import('../../../test/fixtures/stdio/base.mjs');
if (port !== undefined) await reachBackend(Number(port));

const modes = {
  answer: {},
  refuse: { initialize: () => exit(3) },
  hang: { initialize: () => silence },
  flap: {
    'tools/list': () => {
      // Late enough that a busy client has its session first, and too early to prove anything (C6a).
      setTimeout(() => exit(4), 300);
      return list();
    },
  },
};
serve({
  ...honest,
  'tools/list': list,
  ...modes[readFileSync(join(folder, 'mode'), 'utf8').trim()],
});

function list() {
  note('listed');
  return honest['tools/list']();
}

function reachBackend(at) {
  const leave = () => exit(5);
  return new Promise((resolve) => {
    connect(at, '127.0.0.1', resolve).on('error', leave).on('close', leave);
  });
}
