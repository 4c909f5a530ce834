import { resolved, type TimeScale } from './duration.ts';
import type { Expectation } from './expectation.ts';
import { isInOrder, mismatches, type Mismatch } from './match.ts';
import type { View } from './stage.ts';

/** What a view is judged by. */
export interface Yardstick {
  readonly time: TimeScale;
  /** How many events had been told as the expectation before was met. */
  readonly toldBefore: number;
}

/** All that differs; nothing if the expectation is met. What a world cannot see is left out. */
export function judge(expectation: Expectation, view: View, yardstick: Yardstick): Mismatch[] {
  const { emitted, notEmitted, calls, server: _, ...plain } = expectation;
  const told = view.emitted?.slice(yardstick.toldBefore);
  return [
    ...plainMismatches(plain, view, yardstick.time),
    ...callMismatches(calls ?? {}, view),
    ...(told ? toldMismatches(told, { emitted, notEmitted }, yardstick.time) : []),
  ];
}

function plainMismatches(plain: object, view: View, time: TimeScale): Mismatch[] {
  const seen = view as unknown as Record<string, unknown>;
  return Object.entries(plain).flatMap(([key, pattern]) => {
    if (seen[key] === undefined) return [];
    if (key === 'links') return linkMismatches(pattern as object, view.links);
    return mismatches(resolved(pattern, time), seen[key], key);
  });
}

function linkMismatches(pattern: object, links: View['links']): Mismatch[] {
  return Object.entries(pattern).flatMap(([key, count]) =>
    links[key] === undefined ? [] : mismatches(count, links[key], `links.${key}`),
  );
}

function callMismatches(calls: Readonly<Record<string, unknown>>, { calls: seen }: View) {
  if (seen === undefined) return [];
  return Object.entries(calls).flatMap(([id, pattern]) => {
    const whole = typeof pattern === 'string' ? { outcome: pattern } : pattern;
    return mismatches(whole, seen[id], `calls.${id}`);
  });
}

function toldMismatches(
  told: readonly { readonly type: string }[],
  { emitted, notEmitted }: Pick<Expectation, 'emitted' | 'notEmitted'>,
  time: TimeScale,
): Mismatch[] {
  const actual = told.map(({ type }) => type);
  const wanted = resolved(emitted ?? [], time) as unknown[];
  const unwanted = (notEmitted ?? []).filter((type) => actual.includes(type));
  return [
    ...(isInOrder(wanted, told) ? [] : [{ at: 'emitted', expected: wanted, actual: told }]),
    ...unwanted.map((type) => ({ at: 'notEmitted', expected: `no ${type}`, actual })),
  ];
}
