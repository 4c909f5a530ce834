/** Longer schemas can ask for more work than their values show. */
const longestText = 8 * 1024;
const mostParts = 1_000;
const mostCharacters = 64 * 1024;

/** What makes the work of a check grow faster than its value, wherever it stands in the text. */
const costly =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|uniqueItems|contains|pattern(?:Properties)?)"/;

/** Whether a schema, as JSON, makes no more of a value than a small amount of work per part. */
export function isPlainSchema(text: string): boolean {
  return text.length <= longestText && !costly.test(text);
}

/** Whether a value is so small that a plain schema is done with it at once. */
export function isSmall(value: unknown): boolean {
  const parts: unknown[] = [value];
  let characters = 0;
  for (let seen = 0; parts.length > 0; seen += 1) {
    const part = parts.pop();
    if (typeof part === 'string') characters += part.length;
    else if (typeof part === 'object' && part !== null) parts.push(...firstParts(part));
    if (seen + parts.length > mostParts || characters > mostCharacters) return false;
  }
  return true;
}

/** Enough of them to see that they are too many. */
function firstParts(whole: object): unknown[] {
  if (Array.isArray(whole)) return whole.slice(0, mostParts + 1) as unknown[];
  const parts: unknown[] = [];
  for (const key in whole) {
    parts.push((whole as Record<string, unknown>)[key]);
    if (parts.length > mostParts) break;
  }
  return parts;
}
