// `npm start`: two MCP servers over HTTP, and `holdfast up` for them and two over stdio, all in one
// terminal. Needs `npm ci` and `npm run build`; nothing is downloaded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const PREFERRED_PORT = 3917;
const PREFERRED_SSE_PORT = 3918;
const PARENT_CHECK_MS = 500;

// The configuration reads them as ${HOLDFAST_EXAMPLE_PORT} and ${HOLDFAST_EXAMPLE_SSE_PORT}.
process.env.HOLDFAST_EXAMPLE_PORT = String(await freePort(PREFERRED_PORT));
process.env.HOLDFAST_EXAMPLE_SSE_PORT = String(await freePort(PREFERRED_SSE_PORT));

// A process group of its own keeps Ctrl-C for `up` alone. The pipe to its stdin tells it that this
// process has ended, however that came about.
const http = spawn(process.execPath, [pathOf('serve-everything-http.mjs'), '--until-stdin-ends'], {
  stdio: ['pipe', 'ignore', 'inherit'],
  detached: true,
});
const httpEnded = once(http, 'exit');

endWithParent();
process.argv.splice(2, Infinity, 'up', pathOf('holdfast.json'), ...process.argv.slice(2));
await import('../dist/src/cli/main.js');

http.stdin.end();
await httpEnded;

/** The preferred port, or any other if somebody else has it. */
async function freePort(preferred) {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen(preferred, '127.0.0.1');
  try {
    await listening;
    return probe.address().port;
  } catch {
    return freePort(0);
  } finally {
    probe.close();
  }
}

/** A signal that ends npm does not always get past the shell that npm started. */
function endWithParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

function pathOf(name) {
  return fileURLToPath(new URL(name, import.meta.url));
}
