/** As good as level: within 5 %, or within the spread of the runs. */
const LEVEL = 1.05;

/**
 * Whether a peer is first or level in a row, among those that take part in it.
 *
 * @param {import('./summarise.mjs').Summary} ours
 * @param {import('./summarise.mjs').Summary[]} others
 */
export function isFirstOrLevel(ours, others) {
  return others.every((other) => isLevelWith(ours, other));
}

function isLevelWith(ours, other) {
  if (ours.grade !== other.grade) return ours.grade < other.grade;
  if (ours.value === undefined || other.value === undefined) return true;
  return ours.value <= other.value * LEVEL || ours.low <= other.high;
}
