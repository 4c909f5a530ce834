import { createServerMachine } from '../machines/server.machine.ts';
import { liveDrawings } from '../src/view/layout/live-drawings.ts';

/** Fills `src/view/element/drawings.ts` when it is built, so that nobody who looks has to wait. */
export function drawingsPlugin() {
  return {
    name: 'drawings',
    load: async (file: string) => {
      if (!/[\\/]element[\\/]drawings\.ts$/.test(file)) return undefined;
      // Chance plays no part in the drawing.
      const drawings = await liveDrawings(createServerMachine({ random: () => 0 }));
      return `export const drawings = ${JSON.stringify(drawings)};`;
    },
  };
}
