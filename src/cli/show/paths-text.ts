import type { PathPlan } from '../../testing/paths/path-plan.ts';

/** What was made and where it is, in a few lines. */
export function pathsText({ machine, cover, counts, paths }: PathPlan, out: string): string {
  const { states, steps, goals, impossible } = counts;
  const onClock = paths.filter(({ clock }) => clock).length;
  const covered = `${goals - impossible} of ${goals} ${cover}`;
  return [
    `${machine}: ${states} states and ${steps} steps were found.`,
    `${paths.length} paths cover ${covered}; ${onClock} of them can happen on a clock.`,
    ...(impossible === 0 ? [] : [`The other ${impossible} would need a timer that has fired.`]),
    `Written to ${out}.`,
  ].join('\n');
}
