import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const wrapper = fileURLToPath(new URL('../servers/recorded.mjs', import.meta.url));
const server = fileURLToPath(
  new URL('../../../test/fixtures/http/fault-server.mjs', import.meta.url),
);

/**
 * A server over Streamable HTTP in a process of its own, with sessions and a listen stream.
 *
 * @param {string} folder of the cell
 * @param {number} port that of one that was killed, to come back in its place; 0 for a free one
 */
export async function startHttpServer(folder, port = 0) {
  const child = spawn(process.execPath, [wrapper, folder, server, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const told = JSON.parse(line);
  return {
    url: told.url,
    port: told.port,
    /** Lets it misbehave, or just tells its counts. */
    control: async (action, ...given) => {
      const body = JSON.stringify({ do: action, with: given });
      const response = await fetch(new URL('/control', told.url), { method: 'POST', body });
      return response.json();
    },
    /** SIGKILL: sockets are reset and sessions are gone. */
    kill: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
