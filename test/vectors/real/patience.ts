import { until } from '../../link/processes.ts';

/** Waits for a fact that need not come; whoever asked then tells what is there instead. */
export function cameWithin(boundMs: number, holds: () => boolean): Promise<'held' | 'never'> {
  return until(holds, 'it is as expected', boundMs).then(
    () => 'held',
    () => 'never',
  );
}
