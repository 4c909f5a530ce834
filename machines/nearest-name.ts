/** The known key that differs least, for a hint at a typing slip. */
export function nearestName(word: string, known: readonly string[]): string {
  const ranked = known.map(
    (name) => [distance(word.toLowerCase(), name.toLowerCase()), name] as const,
  );
  ranked.sort(([a], [b]) => a - b);
  return ranked[0]?.[1] ?? word;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
