/** The smallest value that at least `share` of the values do not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

export function median(values) {
  return percentile(values, 0.5);
}
