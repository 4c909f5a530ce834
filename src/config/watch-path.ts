import { lstatSync, readlinkSync, unwatchFile, watch, watchFile, type FSWatcher } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import type { Clock } from '../clock.ts';

/** How often a file is looked at where the system tells of no change, as in a network folder. */
const LOOK_MS = 5_000;
/** More links than this in one path lead in a circle. */
const LONGEST_CHAIN = 40;

export interface PathWatch {
  close(): void;
}

export interface WatchPathOptions {
  readonly clock: Clock;
  readonly quietMs: number;
  /** Time between looks for what the system did not tell. Default 5,000. */
  readonly lookMs?: number;
  readonly changed: () => void;
}

/**
 * Calls `changed` once nothing has happened to a file for `quietMs` after something did: written, replaced,
 * renamed, deleted, restored, or led to another place by a link. Keeps no process alive.
 *
 * Folders are watched, not the file: an editor that replaces a file leaves a watcher of the old one
 * behind. Of a path with links, every place that can lead it elsewhere counts.
 */
export function watchPath(path: string, options: WatchPathOptions): PathWatch {
  const { clock, quietMs, lookMs = LOOK_MS, changed } = options;
  let watchers: FSWatcher[] = [];
  let timer: unknown;
  const touched = () => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => {
      arm();
      changed();
    }, quietMs);
  };
  const disarm = () => {
    for (const watcher of watchers) watcher.close();
  };
  // Anew after each change: a folder may have been replaced, or a link may lead elsewhere by now.
  const arm = () => {
    disarm();
    watchers = [...decidingPlaces(path)].flatMap(([folder, names]) =>
      watchFolder(folder, names, touched),
    );
  };
  arm();
  watchFile(path, { persistent: false, interval: lookMs }, touched);
  return {
    close: () => {
      clock.clearTimeout(timer);
      unwatchFile(path, touched);
      disarm();
    },
  };
}

/** A folder that cannot be watched is left to the look every few seconds. */
function watchFolder(
  folder: string,
  names: ReadonlySet<string>,
  touched: () => void,
): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      // Not every system names the file.
      if (name === null || names.has(name)) touched();
    });
    // A folder that is gone takes its watcher along; the next place above it tells of its return.
    return [watcher.on('error', touched)];
  } catch {
    return [];
  }
}

/** The names that decide where a path leads, by the folder that holds them. */
function decidingPlaces(path: string): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const add = (folder: string, name: string) =>
    places.set(folder, (places.get(folder) ?? new Set()).add(name));
  let { root: folder, rest } = split(resolve(path));
  for (let links = 0; links < LONGEST_CHAIN;) {
    const [name, ...deeper] = rest;
    if (name === undefined) break;
    const { isMissing, target } = look(join(folder, name));
    // What is missing may appear, a link may be led elsewhere, what the path ends in may change.
    if (isMissing || target !== undefined || deeper.length === 0) add(folder, name);
    if (isMissing) break;
    if (target === undefined) {
      folder = join(folder, name);
      rest = deeper;
    } else {
      links += 1;
      ({ root: folder, rest } = split(join(resolve(folder, target), ...deeper)));
    }
  }
  return places;
}

function split(path: string): { root: string; rest: string[] } {
  const { root } = parse(path);
  return { root, rest: path.slice(root.length).split(sep).filter(Boolean) };
}

function look(path: string): { readonly isMissing: boolean; readonly target?: string } {
  try {
    const isLink = lstatSync(path).isSymbolicLink();
    return { isMissing: false, ...(isLink && { target: readlinkSync(path) }) };
  } catch {
    return { isMissing: true };
  }
}
