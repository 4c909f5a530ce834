import type { AnyStateMachine } from 'xstate';
import type { LiveDrawing } from '../chart/drawing.ts';
import { layOut, type LayoutChoice } from './lay-out.ts';

/** Calm enough to be watched: what every state can do is in titles, and the end is one box. */
const calm: LayoutChoice = {
  labels: 'none',
  depth: 2,
  folded: ['connection.shutdown'],
  gathered: ['shutdown'],
  settledOnly: true,
};

/** To be made when the page is built; see `scripts/live-drawings.ts`. */
export async function liveDrawings(machine: AnyStateMachine): Promise<LiveDrawing[]> {
  return Promise.all(
    Object.keys(machine.root.states).map(async (region) => ({
      region,
      wide: await layOut(machine, { ...calm, region, direction: 'RIGHT' }),
      tall: await layOut(machine, { ...calm, region, direction: 'DOWN' }),
    })),
  );
}
