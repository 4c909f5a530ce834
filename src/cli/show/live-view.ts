import { createLogUpdate } from 'log-update';

/** Redrawn at most this often, so that a storm of events costs nothing. */
const REDRAW_MS = 100;
/** Redrawn at least this often, for the countdowns. */
const TICK_MS = 1_000;

export interface LiveView {
  /** Something changed: redraws soon. */
  changed(): void;
  /** Draws once more and leaves the picture standing. */
  end(): void;
}

/** Keeps what `draw` returns on the terminal, in place. */
export function startLiveView(draw: () => string): LiveView {
  const update = createLogUpdate(process.stdout, { showCursor: false });
  const redraw = () => update(draw());
  let pending: NodeJS.Timeout | undefined;
  const changed = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      redraw();
    }, REDRAW_MS);
  };
  const tick = setInterval(redraw, TICK_MS);
  process.stdout.on('resize', changed);
  redraw();
  return {
    changed,
    end: () => {
      clearInterval(tick);
      clearTimeout(pending);
      process.stdout.off('resize', changed);
      redraw();
      update.done();
    },
  };
}
