import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hangs } from './measure.mjs';
import { endProcess, endRecorded } from './processes.mjs';

const script = fileURLToPath(new URL('cell.mjs', import.meta.url));

/** Everything stays on this machine: no peer tells anybody that it was used. */
const quiet = {
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LANGSMITH_TRACING: 'false',
  LANGCHAIN_CALLBACKS_BACKGROUND: 'false',
  NODE_NO_WARNINGS: '1',
};

/**
 * Runs one cell in a fresh process, and ends it and everything it started.
 *
 * @param {{ scenario: object, peer: object, run: number }} cell
 * @returns {Promise<Record<string, import('./measure.mjs').Measure>>} one measure for each row
 */
export async function runCell({ scenario, peer, run }) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-peers-'));
  const given = [scenario.name, peer.name, String(run), folder];
  const child = spawn(process.execPath, ['--expose-gc', script, ...given], {
    // A group of its own, so that it can be ended as one.
    detached: true,
    // What peers and servers print is drained, and not looked at.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...quiet },
  });
  child.stdout.resume();
  child.stderr.resume();
  const end = () => {
    endProcess(-child.pid);
    endRecorded(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(end);
  try {
    return await answerOf(child, scenario);
  } finally {
    running.delete(end);
    end();
  }
}

/** How to end each cell that runs now. */
const running = new Set();

/** Ends every cell that runs now, for a run that is broken off. */
export function endCells() {
  for (const end of running) end();
}

/** A cell that does not come to an end is a result as well. */
async function answerOf(child, { rows, boundMs }) {
  const everywhere = (found) => Object.fromEntries(Object.keys(rows).map((row) => [row, found]));
  const bound = new AbortController();
  const timer = setTimeout(() => bound.abort(), boundMs);
  const { signal } = bound;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code, by]) => [{ ended: by ?? code }]),
    ]);
    if (answer.found !== undefined) return answer.found;
    return everywhere({ grade: 40, label: `ends its host (${answer.ended})` });
  } catch (error) {
    if (!signal.aborted) throw error;
    return everywhere(hangs(boundMs));
  } finally {
    clearTimeout(timer);
    bound.abort();
  }
}
