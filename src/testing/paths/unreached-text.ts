/** What a person has to know of states that no path covers; undefined if there are none. */
export function unreachedText(unreached: readonly string[]): string | undefined {
  if (unreached.length === 0) return undefined;
  const names = unreached.join(', ');
  return `Never reached: ${names}. A guard may ask for a payload or an input that the machine was not given.`;
}
