/** More would be a paragraph beside an arrow; all of it is in the arrow's title. */
const shownWays = 3;

/** The events that lead along an edge, without guards, for a glance. */
export function shortLabel(lines: readonly string[]): string[] {
  const events = lines.flatMap((line) => line.replace(/ ?\[.*\]$/, '').split(', '));
  const plain = [...new Set(events)].filter((event) => event !== '');
  // C15: a link that crashes counts as one that failed or was lost, which the label names already.
  const known = plain.filter((event) => !/ (?:crashed|ended)$/.test(event));
  const shown = known.length > 0 ? known : plain;
  return shown.length <= shownWays
    ? shown
    : [...shown.slice(0, shownWays - 1), `and ${shown.length - shownWays + 1} more`];
}
