/** A delay as people say it: `850 ms`, `12 s`, `4 min 10 s`. */
export function formatDelay(delayMs: number): string {
  if (delayMs < 1_000) return `${Math.max(0, Math.round(delayMs))} ms`;
  const seconds = Math.round(delayMs / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)} min${rest === 0 ? '' : ` ${rest} s`}`;
}
