/** No honest schema comes near; what works on an entry one call per level would end the stack. */
const deepest = 200;

/** E5: whether something that came as JSON is nested deeper than anybody could work with. */
export function isTooDeep(entry: object): boolean {
  let level: object[] = [entry];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    level = level.flatMap(partsOf);
  }
  return false;
}

function partsOf(whole: object): object[] {
  const parts: unknown[] = Object.values(whole);
  return parts.filter((part) => typeof part === 'object' && part !== null);
}
