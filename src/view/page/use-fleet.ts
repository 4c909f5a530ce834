import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { every } from './browser/clockwork.ts';
import type { FleetState, FleetStore } from './fleet/fleet-store.ts';

export const FleetContext = createContext<FleetStore | undefined>(undefined);

/** The store that the page was opened with. */
export function useStore(): FleetStore {
  const store = useContext(FleetContext);
  if (store === undefined) throw new Error('This is used outside of a page.');
  return store;
}

/** A part of what is known; whoever uses it is drawn again only when that very part changes. */
export function useFleet<Part>(select: (state: FleetState) => Part): Part {
  const store = useStore();
  const part = select(store.state);
  const [, redraw] = useState(0);
  useEffect(() => {
    let shown = select(store.state);
    return store.subscribe(() => {
      const next = select(store.state);
      if (Object.is(next, shown)) return;
      shown = next;
      redraw((count) => count + 1);
    });
  });
  return part;
}

/** The present moment in what is shown, again and again while `isRunning`. */
export function useNow(intervalMs: number, isRunning: boolean): number {
  const { source } = useStore();
  const [, redraw] = useState(0);
  useEffect(
    () => (isRunning ? every(intervalMs, () => redraw((count) => count + 1)) : undefined),
    [intervalMs, isRunning],
  );
  return source.now();
}
