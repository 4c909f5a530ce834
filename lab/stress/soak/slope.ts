/** The slope of the straight line that fits the points best. NaN for fewer than two. */
export function slopeOf(points: readonly { readonly x: number; readonly y: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const rise = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0);
  const run = points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0);
  return rise / run;
}
