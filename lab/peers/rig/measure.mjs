/**
 * What one run of a scenario found out for one row of the table.
 *
 * @typedef {object} Measure
 * @property {number} grade what a caller gets, 0 for the best that can be had; compared first
 * @property {string} label the same in words
 * @property {number} [value] compared among equal grades, the less the better, in the row's unit
 */

/** So bad that nothing is worse: the caller never gets what it wants. */
export const NEVER = 9;
const HANGS = 20;
const FAILS = 30;

/** @returns {Measure} */
export function measure(grade, label, value) {
  return value === undefined ? { grade, label } : { grade, label, value };
}

export function hangs(limitMs) {
  return measure(HANGS, `hang > ${limitMs / 1_000} s`);
}

export function fails(error) {
  const text = String(error?.message ?? error).split('\n', 1)[0];
  return measure(FAILS, `fails: ${text.slice(0, 60)}`);
}
