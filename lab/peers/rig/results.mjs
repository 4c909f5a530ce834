import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** What was written last may be half a line, if the run was ended then; its cell is run again. */
function readLines(file) {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(file, whole);
  return whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
