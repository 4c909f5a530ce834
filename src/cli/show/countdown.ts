import { formatDelay } from '../../health/format-delay.ts';

/** The time until something, in whole seconds, so that a countdown is steady to look at. */
export function countdown(delayMs: number): string {
  const seconds = Math.max(0, Math.ceil(delayMs / 1_000));
  const rest = String(seconds % 60).padStart(2, '0');
  return seconds < 60 ? `in ${seconds} s` : `in ${Math.floor(seconds / 60)}:${rest}`;
}

/** The time since something. */
export function age(delayMs: number): string {
  return delayMs < 1_000 ? 'just now' : `${formatDelay(delayMs)} ago`;
}
