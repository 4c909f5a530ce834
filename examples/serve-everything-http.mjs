// Serves server-everything on 127.0.0.1, over Streamable HTTP at $HOLDFAST_EXAMPLE_PORT (3917) and
// over legacy SSE at $HOLDFAST_EXAMPLE_SSE_PORT (3918), and starts each again when it dies. Kill
// one to see holdfast reconnect.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PAUSE_MS = 500;
const TERM_GRACE_MS = 2_000;

const { HOLDFAST_EXAMPLE_PORT = '3917', HOLDFAST_EXAMPLE_SSE_PORT = '3918' } = process.env;
const server = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

let ending = false;
const ends = [
  keep('streamableHttp', HOLDFAST_EXAMPLE_PORT),
  keep('sse', HOLDFAST_EXAMPLE_SSE_PORT),
];

if (process.argv.includes('--until-stdin-ends')) process.stdin.on('close', end).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);

/** Starts one server, again and again. @returns what ends it for good */
function keep(transport, port) {
  let child;
  let pause;
  const start = () => {
    // The server listens on all interfaces by itself; the preloaded file keeps it on loopback, and
    // ends it together with this process.
    child = spawn(
      process.execPath,
      ['--import', new URL('loopback-only.mjs', import.meta.url).href, server, transport],
      { env: { ...process.env, PORT: port }, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    child.on('exit', () => {
      if (!ending) pause = setTimeout(start, PAUSE_MS);
    });
  };
  start();
  return () => {
    clearTimeout(pause);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.stdin.destroy();
    const late = setTimeout(() => child.kill('SIGKILL'), TERM_GRACE_MS);
    child.once('exit', () => clearTimeout(late));
  };
}

function end() {
  if (ending) return;
  ending = true;
  process.stdin.destroy();
  for (const endOne of ends) endOne();
}
