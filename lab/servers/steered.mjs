// A server over stdio that is honest, save for what `mood.json` in its folder says: `start`, done in
// every life that finds it there, and `call`, done once, at the next call of `write-effect`. It notes
// its process id in `lives`, and in `overlaps` when an earlier life still runs (C13).
// Argument: the folder.
import { appendFileSync, closeSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { honest, serve, silence } from '../../test/fixtures/stdio/base.mjs';
import { startBystander } from '../../test/fixtures/stdio/start-bystander.mjs';

const folder = process.argv[2] ?? '.';
const at = (name) => join(folder, name);
const mood = () => JSON.parse(read('mood.json') || '{}');
const forever = () => new Promise((resolve) => setTimeout(resolve, 120_000));
const die = (code) => () => process.exit(code);

noteLife();

const starts = {
  'exit-0': die(0),
  'exit-1': die(1),
  slow: () => new Promise((resolve) => setTimeout(resolve, 4_000)),
  noise: () => void process.stdout.write('Welcome!\n\n{"not":"json-rpc"}\n{broken\n[1,2]\nnull\n'),
  flood: () => void process.stderr.write('flood '.repeat(400_000)),
  'ignore-sigterm': () => void process.on('SIGTERM', () => {}),
  helper: () => startBystander({ stdout: 'inherit' }),
  'own-session': () => startBystander({ args: ['stubborn'], detached: true }),
};
const { start = [] } = mood();
for (const each of start) await starts[each]?.();

const answered = async (params, signal) => honest['tools/call'](params, signal);
const calls = {
  exit: die(1),
  'effect-then-exit': async (params, signal) => (await answered(params, signal), die(1)()),
  'answer-then-exit': async (params, signal) => {
    const result = await answered(params, signal);
    setImmediate(() => process.stdout.write('', die(5)));
    return result;
  },
  sigkill: async (params, signal) => {
    await answered(params, signal);
    process.kill(process.pid, 'SIGKILL');
    return forever();
  },
  'close-stdout': async () => {
    process.stdout.write = () => true;
    closeSync(1);
    return silence;
  },
  'close-stdin': async () => {
    process.stdin.destroy();
    closeSync(0);
    return silence;
  },
  'broken-json': async () => {
    process.stdout.write('{"jsonrpc":"2.0","id":"h1","result":{"content":[\n');
    return silence;
  },
  'half-line-then-exit': async () => {
    process.stdout.write('{"jsonrpc":"2.0","id":', () => process.exit(6));
    return silence;
  },
  'noise-then-answer': async (params, signal) => {
    starts.noise();
    return answered(params, signal);
  },
  'flood-then-answer': async (params, signal) => {
    starts.flood();
    return answered(params, signal);
  },
  'slow-halves': async (params, signal) => {
    inHalves();
    return answered(params, signal);
  },
};

const stays = start.includes('ignore-sigterm');
serve(
  {
    ...honest,
    initialize: (params) => {
      if (start.includes('exit-in-handshake')) process.exit(1);
      return start.includes('hang-in-handshake') ? forever() : honest.initialize(params);
    },
    'tools/call': (params, signal) => {
      const way = params.name === 'write-effect' ? takeCallMood() : undefined;
      return (calls[way] ?? answered)(params, signal);
    },
  },
  () => {
    // One that closed its stdin lives on, and so does one that ignores requests to leave.
    if (!stays && !process.stdin.destroyed) process.exit(0);
    setInterval(() => {}, 1_000);
  },
);

function takeCallMood() {
  const { call, ...rest } = mood();
  if (call !== undefined) writeFileSync(at('mood.json'), JSON.stringify(rest));
  return call;
}

function noteLife() {
  const alive = read('lives').split('\n').filter(Boolean).map(Number).filter(isAlive);
  if (alive.length > 0) appendFileSync(at('overlaps'), `${alive.join()} with ${process.pid}\n`);
  appendFileSync(at('lives'), `${process.pid}\n`);
}

function isAlive(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** The next line goes out in two parts, half a second apart; what follows waits behind it. */
function inHalves() {
  const write = process.stdout.write.bind(process.stdout);
  let behind = '';
  process.stdout.write = (text) => {
    const middle = Math.floor(text.length / 2);
    write(text.slice(0, middle));
    process.stdout.write = (next) => ((behind += next), true);
    setTimeout(() => {
      process.stdout.write = write;
      write(text.slice(middle) + behind);
    }, 500);
    return true;
  };
}

function read(name) {
  return existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '';
}
