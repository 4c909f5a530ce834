import type { Bound } from '../bound.ts';

/** When an attempt reached the server, and when it was over for it. Milliseconds of one clock. */
export interface Dial {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** How long the pause between two dials may be, in milliseconds. */
export interface Window {
  readonly name: string;
  readonly leastMs: number;
  readonly mostMs: number;
}

export interface Judging {
  readonly what: string;
  /** Of each pause in turn. A dial beyond the last one is one too many. */
  readonly windows: readonly Window[];
  /** Pauses that must have been seen, or the run proves nothing. */
  readonly least: number;
  /** What a dial may take on its way beyond its pause. */
  readonly slackMs: number;
}

/** Clocks tick in whole milliseconds, and a timer may count from the tick before. */
const EARLY_MS = 3;

/** Holds the pauses between dials, as the server saw them, against what they may be. */
export function judgePauses(dials: readonly Dial[], judging: Judging): Bound {
  const { what, windows, least, slackMs } = judging;
  const pauses = dials
    .slice(1)
    .map(({ startedAt }, index) => startedAt - (dials[index]?.endedAt ?? NaN));
  const wrong = pauses.flatMap((pauseMs, index) => {
    const window = windows[index];
    if (window === undefined) return [`dial ${index + 2} is one too many`];
    const isIn = pauseMs >= window.leastMs - EARLY_MS && pauseMs <= window.mostMs + slackMs;
    return isIn ? [] : [`${seconds(pauseMs)} instead of ${show(window)}`];
  });
  if (pauses.length < least) wrong.push(`only ${pauses.length} pauses of at least ${least}`);
  const seen = pauses.map(seconds).join(' ');
  return {
    what,
    measured: wrong.length === 0 ? seen : `${seen}: ${wrong.join('; ')}`,
    mustBe: summarize(windows.slice(0, Math.max(least, pauses.length))),
    met: wrong.length === 0,
  };
}

/** Runs of the same window are told once. */
function summarize(windows: readonly Window[]): string {
  const shown = windows.map(show);
  return shown.filter((text, index) => text !== shown[index - 1]).join(', ');
}

function show({ name, leastMs, mostMs }: Window): string {
  return `${name} ${seconds(leastMs)}–${seconds(mostMs)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
