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
  const { stdout } = process;
  const update = createLogUpdate(stdout, { showCursor: false });
  let isResized = false;
  let pending: NodeJS.Timeout | undefined;
  const redraw = () => {
    if (isResized) {
      // The terminal has wrapped or moved what stood there, so nobody knows any more where it is.
      update.clear();
      stdout.write(clearScreen);
      isResized = false;
    }
    update(draw());
  };
  const changed = () => {
    pending ??= setTimeout(() => {
      pending = undefined;
      redraw();
    }, REDRAW_MS);
  };
  const resized = () => {
    isResized = true;
    changed();
  };
  const tick = setInterval(redraw, TICK_MS);
  stdout.on('resize', resized);
  redraw();
  return {
    changed,
    end: () => {
      clearInterval(tick);
      clearTimeout(pending);
      stdout.off('resize', resized);
      redraw();
      update.done();
    },
  };
}

/** Cursor to the top left, and nothing below it; what has scrolled away stays. */
const clearScreen = '\u001b[H\u001b[J';
