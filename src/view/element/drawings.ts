import type { LiveDrawing } from '../chart/drawing.ts';

/**
 * The chart of a server, region by region. Laying it out takes a moment and a large library, so the
 * build does it and puts the outcome here; see `scripts/live-drawings.ts`.
 */
export const drawings: readonly LiveDrawing[] = [];
