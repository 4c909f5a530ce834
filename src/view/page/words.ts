import { plainLine } from '../../link/plain-text.ts';
import type { ListedServer } from '../wire/frame.ts';

/** How a state is shown beside its word: by a shape, so that no one has to tell colours apart; the terminal shows the same ones. */
export const stateShapes: Readonly<Record<ListedServer['state'], string>> = {
  ready: '●',
  connecting: '◌',
  reconnecting: '↻',
  parked: '■',
  shutdown: '○',
  disabled: '–',
};

/** `4.2 ms`, `310 ms`, `2.4 s`: three digits at most. */
export function tookText(tookMs: number): string {
  if (tookMs >= 10_000) return `${Math.round(tookMs / 1_000)} s`;
  if (tookMs >= 1_000) return `${(tookMs / 1_000).toFixed(1)} s`;
  return tookMs < 10 ? `${tookMs.toFixed(1)} ms` : `${Math.round(tookMs)} ms`;
}

/** What is left of a wait: `0:07`, `4:59`, `1:00:00`. Whole seconds, so that it is steady to look at. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** The time of day, to the tenth of a second. */
export function clockText(at: number): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${Math.floor(date.getMilliseconds() / 100)}`;
}

/** Longer than any honest name. */
const LONGEST_NAME = 160;

/** A name as it is shown: nothing in it turns the writing around, or fills the page (E5). */
export function nameText(name: string): string {
  const line = plainLine(name);
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}
