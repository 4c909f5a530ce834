import type { TimelineEntry } from '../../health/status.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { ServerSight } from '../control/server-sight.ts';
import type { Terminal } from '../terminal.ts';
import { startLiveView, type LiveView } from './live-view.ts';
import { safeJson } from './safe-json.ts';
import { watchScreen } from './watch-screen.ts';

/** Shows what is told of one server. */
export interface SightView {
  see(sight: ServerSight): void;
  end(): void;
}

/** A picture that keeps up, on a terminal; a line per event elsewhere, or JSON if that is wanted. */
export function showSights(terminal: Terminal, json: boolean): SightView {
  if (json) return jsonLines(terminal);
  return terminal.interactive ? picture(terminal) : eventLines(terminal);
}

/** More is above the top of any screen. */
const KEPT_ENTRIES = 500;

function picture(terminal: Terminal): SightView {
  let sight: ServerSight | undefined;
  let history: TimelineEntry[] = [];
  let view: LiveView | undefined;
  let hint: { hint?: string } = { hint: 'Ctrl-C ends the watch; the server goes on' };
  const draw = () =>
    sight === undefined
      ? ''
      : watchScreen(sight, history, {
          width: terminal.width(),
          height: terminal.height(),
          colors: terminal.colors,
          now: Date.now(),
          ...hint,
        });
  return {
    see: (seen) => {
      sight = seen;
      history = [...history, ...seen.entries].slice(-KEPT_ENTRIES);
      if (view) view.changed();
      else view = startLiveView(draw);
    },
    end: () => {
      hint = {};
      view?.end();
    },
  };
}

function eventLines(terminal: Terminal): SightView {
  return {
    see: ({ entries, missed = 0 }) => {
      if (missed > 0) terminal.remark(`${missed} events were missed here`);
      for (const { at, event, detail } of entries) {
        const time = new Date(at).toISOString();
        terminal.print(`${time}  ${event.padEnd(18)}  ${plainLine(detail)}`.trimEnd());
      }
    },
    end: () => undefined,
  };
}

/** `event` lines for what happened, and a `status` line for how the server is afterwards. */
function jsonLines(terminal: Terminal): SightView {
  return {
    see: ({ at, status, activity, entries, missed = 0 }) => {
      if (missed > 0) terminal.print(safeJson({ type: 'missed', at, count: missed }));
      for (const entry of entries) terminal.print(safeJson({ type: 'event', ...entry }));
      terminal.print(safeJson({ type: 'status', at, status, activity }));
    },
    end: () => undefined,
  };
}
