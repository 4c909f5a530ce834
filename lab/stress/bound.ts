/** Something that a run has to reach, and what it came to. */
export interface Bound {
  readonly what: string;
  readonly measured: string;
  readonly mustBe: string;
  readonly met: boolean;
}

/** Whether a run has proved what it was for; one that has measured nothing has not. */
export function isPassed(bounds: readonly Bound[]): boolean {
  return bounds.length > 0 && bounds.every(({ met }) => met);
}

/** One line for each bound, and one for them all. */
export function showVerdict(bounds: readonly Bound[]): string {
  const missed = bounds.filter(({ met }) => !met).length;
  const lines = bounds.map(
    ({ what, measured, mustBe, met }) =>
      `${met ? 'ok    ' : 'MISSED'} ${what}: ${measured} (must be ${mustBe})`,
  );
  const verdict = isPassed(bounds) ? 'passed' : `FAILED: ${missed} of ${bounds.length} bounds`;
  return [...lines, verdict].join('\n');
}

/** Nothing of this kind may be there; the first few of what is there are told. */
export function none(what: string, found: readonly string[]): Bound {
  const some = found.slice(0, 5).join('; ');
  return {
    what,
    measured: found.length === 0 ? '0' : `${found.length} (${some})`,
    mustBe: '0',
    met: found.length === 0,
  };
}

export function atMost(what: string, value: number, most: number, unit = ''): Bound {
  const show = (number: number) => `${Number(number.toFixed(2))}${unit}`;
  return { what, measured: show(value), mustBe: `at most ${show(most)}`, met: value <= most };
}

/** All of them, or the run did not do what it was for. */
export function all(what: string, count: number, wanted: number): Bound {
  return { what, measured: `${count}`, mustBe: `${wanted}`, met: count === wanted };
}
