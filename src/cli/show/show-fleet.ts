import { relative } from 'node:path';
import { defaultFiles } from '../../config/find-config.ts';
import { plainText } from '../../link/plain-text.ts';
import type { ConfigReload } from '../../supervisor/watch-config.ts';
import type { Fleet } from '../control/answer-request.ts';
import type { FleetReport } from '../control/requests.ts';
import type { Terminal } from '../terminal.ts';
import { eventLine } from './event-line.ts';
import { fleetTable } from './fleet-table.ts';
import type { Link } from './link-line.ts';
import { startLiveView } from './live-view.ts';
import { reloadText } from './reload-text.ts';
import { safeJson } from './safe-json.ts';
import { shellWord } from './shell-word.ts';

export interface FleetView {
  /** Tells something that is no event. */
  remark(text: string): void;
  /** The configuration changed and is in force (F4). */
  reloaded(reload: ConfigReload): void;
  end(): void;
}

export interface ShowOptions {
  readonly json: boolean;
  /** The pages that were asked for: where each is, or why it is nowhere. */
  readonly pages: readonly (Link | { readonly fault: string })[];
}

/** Shows a running fleet: a live table on a terminal, one line per event elsewhere. */
export function showFleet(fleet: Fleet, terminal: Terminal, options: ShowOptions): FleetView {
  const { json, pages } = options;
  if (terminal.interactive && !json) return liveTable(fleet, terminal, pages);
  for (const page of pages)
    terminal.remark('fault' in page ? page.fault : `${page.label}: ${page.address}`);
  return log(fleet, terminal, json);
}

function log({ supervisor }: Fleet, terminal: Terminal, json: boolean): FleetView {
  const end = supervisor.on('*', (event) => {
    const line = json ? safeJson(event) : eventLine(event);
    if (line !== undefined) terminal.print(line);
  });
  return {
    remark: (text) => terminal.remark(plainText(text)),
    reloaded: (reload) => {
      if (json) terminal.print(safeJson(reloadEvent(reload)));
      else terminal.remark(reloadText(reload));
    },
    end,
  };
}

/** The configuration itself may hold secrets (L9), and those who read events need only what moved. */
function reloadEvent({ config, ...moved }: ConfigReload): object {
  return { type: 'config.reloaded', ...moved, problems: config.problems, at: Date.now() };
}

function liveTable(fleet: Fleet, terminal: Terminal, pages: ShowOptions['pages']): FleetView {
  let remark = pages.flatMap((page) => ('fault' in page ? [page.fault] : [])).join('\n');
  const links = pages.filter((page) => 'address' in page);
  const view = startLiveView(() => {
    const report = fleet.report();
    const table = fleetTable(report, {
      width: terminal.width(),
      height: terminal.height(),
      colors: terminal.colors,
      now: Date.now(),
      title: relative(process.cwd(), report.config),
      ...hint(report),
      links,
    });
    return remark ? `${table}\n${terminal.colors.red(remark)}` : table;
  });
  const release = fleet.supervisor.on('*', () => view.changed());
  return {
    remark: (text) => {
      remark = plainText(text);
      view.changed();
    },
    reloaded: (reload) => {
      // The table shows the rest; what was wrong with the file is over.
      remark = reload.kept.length > 0 ? reloadText(reload) : '';
      view.changed();
    },
    end: () => {
      release();
      view.end();
    },
  };
}

/** What can be done next; nothing once all is over. */
function hint({ servers, config }: FleetReport): { readonly hint?: string } {
  if (servers.every(({ state }) => state === 'shutdown' || state === 'disabled')) return {};
  const sick = servers.find(({ state }) => state === 'parked' || state === 'reconnecting');
  const next = sick ? `holdfast explain ${shellWord(sick.server)}` : 'holdfast tools';
  return { hint: `Ctrl-C stops all · in another terminal: ${next}${naming(config)}` };
}

/** The other terminal's commands find only a file of the usual name by themselves. */
function naming(config: string): string {
  const file = relative(process.cwd(), config);
  if (defaultFiles.some((each) => each === file)) return '';
  return ` -c ${shellWord(file)}`;
}
