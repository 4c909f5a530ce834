// Serves server-everything over Streamable HTTP on 127.0.0.1:$HOLDFAST_EXAMPLE_PORT (3917), and
// starts it again when it dies. Kill it to see holdfast reconnect.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PAUSE_MS = 500;
const TERM_GRACE_MS = 2_000;

const port = process.env.HOLDFAST_EXAMPLE_PORT ?? '3917';
const server = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

let child;
let pause;
let ending = false;

if (process.argv.includes('--until-stdin-ends')) process.stdin.on('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
start();

function start() {
  // The server listens on all interfaces by itself; the preloaded file keeps it on loopback, and
  // ends it together with this process.
  child = spawn(
    process.execPath,
    ['--import', new URL('loopback-only.mjs', import.meta.url).href, server, 'streamableHttp'],
    { env: { ...process.env, PORT: port }, stdio: ['pipe', 'ignore', 'ignore'] },
  );
  child.on('exit', () => {
    if (!ending) pause = setTimeout(start, PAUSE_MS);
  });
}

function end() {
  if (ending) return;
  ending = true;
  clearTimeout(pause);
  process.stdin.destroy();
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin.destroy();
  const late = setTimeout(() => child.kill('SIGKILL'), TERM_GRACE_MS);
  child.once('exit', () => clearTimeout(late));
}
