import { isDeepStrictEqual } from 'node:util';
import { systemClock, type Clock } from '../clock.ts';
import { configError } from '../config/config-error.ts';
import type { Variables } from '../config/interpolate.ts';
import { parseConfig, readConfigText, type LoadedConfig } from '../config/load-config.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { watchPath, type PathWatch } from '../config/watch-path.ts';
import { HoldfastError } from '../errors/holdfast-error.ts';
import { tellListener } from '../link/tell-listener.ts';
import type { Supervisor } from './supervisor.ts';

/** Editors write in several steps, each within milliseconds. */
const QUIET_MS = 50;
/** A file that is bad for this long is not merely half-saved. */
const PATIENCE_MS = 1_000;

/** What a changed file has led to. Servers that are in none of the lists saw no event. */
export interface ConfigReload {
  /** The configuration that is in force now, with what is wrong with single servers in it. */
  readonly config: LoadedConfig;
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Their entries cannot be used any more, so they go on with the last good ones. */
  readonly kept: readonly string[];
  /** The top-level policy changed. */
  readonly policyChanged: boolean;
}

/** How a configuration's file is followed. */
export interface WatchConfigOptions {
  /** Filled into a changed file. Default `process.env`. */
  readonly variables?: Variables;
  /** Default: the system's monotonic clock. */
  readonly clock?: Clock;
  readonly onReload?: (reload: ConfigReload) => void;
  /**
   * A file that cannot be used, told once until it can; the last good configuration stays. Or a
   * single server that the supervisor refused, such as a name that the host itself has given.
   */
  readonly onFault?: (fault: HoldfastError) => void;
}

/** A file that is being followed. */
export interface ConfigWatch {
  /** Stops watching; the servers go on. Also happens by itself when the supervisor is stopped. */
  close(): void;
}

/**
 * Follows a configuration's file: what changes in it changes in the fleet, and no more than that
 * (F4). Servers that the host added by itself are left alone. Keeps no process alive.
 * @param config what the supervisor was made from
 */
export function watchConfig(
  config: LoadedConfig,
  supervisor: Supervisor,
  options: WatchConfigOptions = {},
): ConfigWatch {
  const watcher = new ConfigWatcher(config, supervisor, options);
  return { close: () => watcher.close() };
}

class ConfigWatcher {
  readonly #file: string;
  readonly #supervisor: Supervisor;
  readonly #options: WatchConfigOptions;
  readonly #clock: Clock;
  readonly #watch: PathWatch;
  readonly #close = () => this.close();
  #config: LoadedConfig;
  /** What each server of the file runs on, also if the file now says something unusable. */
  #entries: ReadonlyMap<string, ServerEntry>;
  #reported: string | undefined;
  #patience: unknown;
  #looks = 0;
  #isClosed = false;

  constructor(config: LoadedConfig, supervisor: Supervisor, options: WatchConfigOptions) {
    this.#file = config.file;
    this.#config = config;
    this.#entries = new Map(Object.entries(config.servers));
    this.#supervisor = supervisor;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#watch = watchPath(config.file, {
      clock: this.#clock,
      quietMs: QUIET_MS,
      changed: () => void this.#look(false),
    });
    if (supervisor.stopping.aborted) this.close();
    else supervisor.stopping.addEventListener('abort', this.#close, { once: true });
    // It may have changed since it was read.
    void this.#look(false);
  }

  close(): void {
    this.#isClosed = true;
    this.#supervisor.stopping.removeEventListener('abort', this.#close);
    this.#clock.clearTimeout(this.#patience);
    this.#watch.close();
  }

  /** Never rejects. `isPatient`: a fault has had its time to mend itself. */
  async #look(isPatient: boolean): Promise<void> {
    this.#clock.clearTimeout(this.#patience);
    this.#looks += 1;
    const look = this.#looks;
    const found = await this.#read();
    // F4: after a stop, or when a later look is on its way, this one is out of date.
    if (this.#isClosed || look !== this.#looks) return;
    if (!(found instanceof HoldfastError)) this.#follow(found);
    else if (isPatient) this.#reportOnce(found);
    else this.#patience = this.#clock.setTimeout(() => void this.#look(true), PATIENCE_MS);
  }

  async #read(): Promise<LoadedConfig | HoldfastError> {
    try {
      const text = await readConfigText(this.#file);
      return parseConfig(text, this.#file, this.#options.variables ?? process.env);
    } catch (error) {
      if (error instanceof HoldfastError) return error;
      return configError(`${this.#file}: could not be read`, { cause: error });
    }
  }

  #reportOnce(fault: HoldfastError): void {
    if (fault.message === this.#reported) return;
    this.#reported = fault.message;
    this.#tellFault(fault);
  }

  #tellFault(fault: HoldfastError): void {
    if (this.#options.onFault) tellListener(this.#options.onFault, fault);
  }

  #follow(config: LoadedConfig): void {
    const before = this.#config;
    this.#config = config;
    const wasFaulty = this.#reported !== undefined;
    this.#reported = undefined;
    if (isDeepStrictEqual(before, config) && !wasFaulty) return;
    const policyChanged = !isDeepStrictEqual(before.policy, config.policy);
    // First, since each entry is checked together with the policy below it.
    if (policyChanged) this.#try(() => this.#supervisor.configure(config.policy));
    const reload = { config, ...this.#applyEntries(config), policyChanged };
    if (this.#options.onReload) tellListener(this.#options.onReload, reload);
  }

  #applyEntries({ servers, problems }: LoadedConfig) {
    const before = this.#entries;
    const given = Object.entries(servers);
    const added = given.filter(([name]) => !before.has(name));
    const changed = given.filter(
      ([name, entry]) => before.has(name) && !isDeepStrictEqual(before.get(name), entry),
    );
    const unusable = new Set(problems.map(({ server }) => server));
    const missing = [...before].filter(([name]) => !Object.hasOwn(servers, name));
    const kept = missing.filter(([name]) => unusable.has(name));
    const removed = missing.filter(([name]) => !unusable.has(name));
    this.#entries = new Map([...given, ...kept]);
    for (const [name] of removed) this.#remove(name);
    for (const [name, entry] of changed) this.#try(() => this.#supervisor.replace(name, entry));
    for (const [name, entry] of added) this.#try(() => this.#supervisor.add(name, entry));
    return {
      added: namesOf(added),
      changed: namesOf(changed),
      removed: namesOf(removed),
      kept: namesOf(kept),
    };
  }

  /** Not awaited: a slow end must not hold up the rest, and whoever stops the fleet awaits it. */
  #remove(name: string): void {
    this.#supervisor.remove(name).catch((error: unknown) => this.#refused(error));
  }

  /** E5: what one server is refused for costs only itself. */
  #try(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#refused(error);
    }
  }

  #refused(error: unknown): void {
    if (!(error instanceof HoldfastError)) throw error;
    this.#tellFault(error);
  }
}

function namesOf(entries: readonly (readonly [string, ServerEntry])[]): string[] {
  return entries.map(([name]) => name);
}
