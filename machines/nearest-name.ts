/** Share of the longer word's letters that a slip may touch; beyond it a hint only misleads. */
const SLIP_SHARE = 0.4;
/** Enough to choose from; more would bury what is wrong. */
const LISTED_NAMES = 12;

/** The known name that a mistyped one was likely meant to be; undefined if none is like it. */
export function nearestName(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, slips: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= SLIP_SHARE * Math.max(word.length, name.length));
  return ranked.sort((a, b) => a.slips - b.slips)[0]?.name;
}

/** What to write instead of an unknown name: the one that was likely meant, or else what is known. */
export function hintAt(word: string, known: readonly string[]): string {
  const nearest = nearestName(word, known);
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  const more = known.length - LISTED_NAMES;
  const listed = known.slice(0, LISTED_NAMES).join(', ');
  return known.length === 0
    ? 'none is known'
    : `known: ${listed}${more > 0 ? `, and ${more} more` : ''}`;
}

/** How many letters to add, drop, replace, or swap with their neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replace = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replace, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
