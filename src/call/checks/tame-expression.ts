/** Longer patterns are left alone; a tool's arguments have no honest use for them. */
const longestPattern = 500;

/** A group that repeats, or holds alternatives, and is itself repeated without bound. */
const repeatedGroup = /\((?:[^()\\]|\\.)*(?:[*+}|])(?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,\})/;
/** A group inside a group that is repeated without bound. */
const nestedGroup = /\)(?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,\})/;

/**
 * E5: false for a regular expression that might take exponential time, such as `(a+)+$`. Some
 * harmless ones are refused as well; their pattern then is not checked.
 */
export function isTameExpression(pattern: string): boolean {
  if (pattern.length > longestPattern) return false;
  const plain = pattern.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'x');
  return !repeatedGroup.test(plain) && !nestedGroup.test(plain);
}
