/** One place at which what is differs from what was expected. */
export interface Mismatch {
  readonly at: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Objects match in part, lists as a whole; `null` in a pattern stands for "absent". */
export function mismatches(pattern: unknown, actual: unknown, at: string): Mismatch[] {
  if (pattern === null) return actual === undefined ? [] : [{ at, expected: 'absent', actual }];
  if (Array.isArray(pattern)) return listMismatches(pattern, actual, at);
  if (typeof pattern !== 'object')
    return Object.is(pattern, actual) ? [] : [{ at, expected: pattern, actual }];
  if (typeof actual !== 'object' || actual === null) return [{ at, expected: pattern, actual }];
  return Object.entries(pattern).flatMap(([key, each]) =>
    mismatches(each, (actual as Record<string, unknown>)[key], `${at}.${key}`),
  );
}

function listMismatches(pattern: unknown[], actual: unknown, at: string): Mismatch[] {
  if (!Array.isArray(actual) || actual.length !== pattern.length)
    return [{ at, expected: pattern, actual }];
  return pattern.flatMap((each, index) => mismatches(each, actual[index], `${at}[${index}]`));
}

/** Whether these were told in this order, with anything between them. */
export function isInOrder(
  patterns: readonly unknown[],
  told: readonly { type: string }[],
): boolean {
  let next = 0;
  for (const event of told) {
    const pattern = patterns[next];
    if (next < patterns.length && isLike(pattern, event)) next += 1;
  }
  return next === patterns.length;
}

function isLike(pattern: unknown, event: { type: string }): boolean {
  if (typeof pattern === 'string') return pattern === event.type;
  return mismatches(pattern, event, '').length === 0;
}
