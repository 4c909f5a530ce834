import { median } from '../rig/statistics.mjs';

/**
 * What the runs of one peer came to in one row.
 *
 * @typedef {object} Summary
 * @property {number} grade the median
 * @property {string} label how often it was what, if it was not always the same
 * @property {number} [value] the median of those with the median grade
 * @property {number} [low] the lowest and the highest of them
 * @property {number} [high]
 *
 * @param {import('../rig/measure.mjs').Measure[]} measures
 * @returns {Summary | undefined} nothing without a run
 */
export function summarise(measures) {
  if (measures.length === 0) return undefined;
  const grade = median(measures.map((one) => one.grade));
  const values = measures.filter((one) => one.grade === grade && one.value !== undefined);
  const summary = { grade, label: labelOf(measures) };
  if (values.length === 0) return summary;
  const numbers = values.map(({ value }) => value);
  return {
    ...summary,
    value: median(numbers),
    low: Math.min(...numbers),
    high: Math.max(...numbers),
  };
}

function labelOf(measures) {
  const counts = new Map();
  for (const { label } of measures) counts.set(label, (counts.get(label) ?? 0) + 1);
  if (counts.size === 1) return measures[0].label;
  const often = [...counts].sort(([, one], [, other]) => other - one);
  return often.map(([label, count]) => `${label} (${count} of ${measures.length})`).join('; ');
}
