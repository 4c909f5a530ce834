import type { Note } from '../notes.ts';

/** From when a process or a dial was there until it was up or gone, in milliseconds. */
export interface Start {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a process noted of its starts; one that got nowhere lasts until now. */
export function startsOf(notes: readonly Note[]): readonly Start[] {
  const starts = notes.filter(({ what }) => what === 'start');
  return starts.map(({ name, at }) => {
    const next = notes.find((note) => note.name === name && note.what !== 'start' && note.at >= at);
    return { name, fromMs: at, toMs: next?.at ?? Date.now() };
  });
}

/** F2: a place is given back after this long at the latest; what takes longer no longer holds one. */
export const SURELY_HELD_MS = 2_000;

/** The most starts that were under way at one moment. One that ends as another begins is not with it. */
export function mostAtOnce(starts: readonly Start[]): number {
  const counts = starts.map(({ fromMs }) => {
    const isOn = (other: Start) =>
      other.fromMs <= fromMs && Math.min(other.toMs, other.fromMs + SURELY_HELD_MS) > fromMs;
    return starts.filter(isOn).length;
  });
  return Math.max(0, ...counts);
}

/** The largest share that falls into one stretch of this length. */
export function worstShare(starts: readonly Start[], withinMs: number): number {
  const counts = starts.map(
    ({ fromMs }) =>
      starts.filter((other) => other.fromMs >= fromMs && other.fromMs < fromMs + withinMs).length,
  );
  return Math.max(0, ...counts) / starts.length;
}
