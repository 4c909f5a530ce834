import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Cells that have been run, one JSON line each, so that a run that was interrupted goes on where it
 * ended.
 *
 * @typedef {object} Result
 * @property {string} scenario
 * @property {string} peer
 * @property {number} run
 * @property {string} at ISO 8601
 * @property {number} load of the machine, over the minute before
 * @property {Record<string, import('./measure.mjs').Measure>} found by row
 */
export function openResults(file) {
  /** @type {Result[]} */
  const results = existsSync(file) ? readLines(file) : [];
  return {
    all: () => results,
    has: ({ scenario, peer, run }) =>
      results.some(
        (one) => one.scenario === scenario.name && one.peer === peer.name && one.run === run,
      ),
    add(result) {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(result)}\n`);
      results.push(result);
    },
  };
}

function readLines(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
