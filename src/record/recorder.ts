import { randomUUID } from 'node:crypto';
import type { InspectionEvent } from 'xstate';
import { systemClock, systemRandom, type Clock } from '../clock.ts';
import { tellListener } from '../link/tell-listener.ts';
import { createSupervisor } from '../supervisor/create-supervisor.ts';
import type { SupervisorEvent } from '../supervisor/events.ts';
import type { Supervisor, SupervisorOptions } from '../supervisor/supervisor.ts';
import { version } from '../supervisor/version.ts';
import { checkRecordOptions } from './check-record-options.ts';
import { RecordingFile } from './file/recording-file.ts';
import { FORMAT, type GivenLine, type ServerFacts } from './lines/line.ts';
import { policyDifference } from './lines/safe-policy.ts';
import { safeReport } from './lines/safe-report.ts';
import { safeContext } from './lines/safe-state.ts';
import { stepLine } from './lines/step-line.ts';
import { ActorWatch } from './watch/actor-watch.ts';
import { watchCalls } from './watch/watch-calls.ts';

/** Where a recording goes, and how much there may be of it. */
export interface RecordOptions {
  /** Made with mode 0600; a recording that is there is added to, anything else is refused. */
  readonly file: string;
  /** A file that has grown to this is put aside as FILE.1, and a new one begun. Default 16 MiB. */
  readonly maxBytes?: number;
  /** Files that were put aside and are kept. Default 4. */
  readonly keep?: number;
  /** What may wait for a slow disk; more of it is dropped, and the gap recorded. Default 4 MiB. */
  readonly maxWaitingBytes?: number;
  /** Records arguments and results of calls too. They may hold secrets. Default false. */
  readonly withCalls?: boolean;
  /** Told when the disk refuses a line; the fleet goes on. */
  readonly onFault?: (error: NodeJS.ErrnoException) => void;
}

/** A fleet that is recorded. */
export interface Recorded {
  /** To be used in the place of any other: calls that do not go through it are not recorded. */
  readonly supervisor: Supervisor;
  readonly recording: Recording;
}

/** What is being written. */
export interface Recording {
  readonly file: string;
  /** Lines that are missing from it because the disk was too slow or refused them. */
  readonly dropped: number;
  /** Writes what waits, for at most five seconds, and closes the file. Nothing is recorded afterwards. */
  end(): Promise<void>;
}

/**
 * Makes a supervisor whose life is recorded as JSON lines, without arguments, results, errors'
 * texts or anything else that may hold a secret. `holdfast replay` shows and checks the file.
 * @throws HoldfastError `CONFIG_INVALID`, also for a file that holds something else; Error with Node's
 * `code` if the file cannot be written.
 */
export async function createRecordedSupervisor(
  options: SupervisorOptions,
  record: RecordOptions,
): Promise<Recorded> {
  checkRecordOptions(record);
  const clock = options.clock ?? systemClock;
  const recorder = new Recorder(clock, record);
  await recorder.open();
  try {
    return recorder.supervise(options);
  } catch (error) {
    await recorder.end();
    throw error;
  }
}

/** A disk that does not answer at all must not hold up the end of a process. */
const END_MS = 5_000;
/** What it has not taken is counted as lost, where that can be known. */
const ABANDON_MS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
const KEEP = 4;
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

class Recorder implements Recording {
  readonly #clock: Clock;
  readonly #options: RecordOptions;
  readonly #startedAt: number;
  readonly #origin: number;
  readonly #run = randomUUID();
  readonly #watch: ActorWatch;
  readonly #held = new Map<string, GivenLine[]>();
  #file: RecordingFile | undefined;
  #supervisor: Supervisor | undefined;
  #unsubscribe: () => void = () => undefined;
  #isEnded = false;
  #ending: Promise<void> | undefined;

  constructor(clock: Clock, options: RecordOptions) {
    this.#clock = clock;
    this.#options = options;
    this.#origin = clock.now();
    this.#startedAt = Math.round(clock.wall?.() ?? clock.now());
    this.#watch = new ActorWatch(() => this.#now(), {
      stepped: (step) => this.#add(stepLine(step, this.#now())),
      settled: (server) => this.#tellHeld(server),
    });
  }

  get file(): string {
    return this.#options.file;
  }

  get dropped(): number {
    return this.#file?.dropped ?? 0;
  }

  async open(): Promise<void> {
    const { file, maxBytes = MAX_BYTES, keep = KEEP } = this.#options;
    const { maxWaitingBytes = MAX_WAITING_BYTES } = this.#options;
    this.#file = await RecordingFile.open({
      ...{ file, maxBytes, keep, maxWaitingBytes },
      now: () => this.#now(),
      resumed: () => this.#tellStandings(),
      rotated: (part) => this.#begin(part),
      failed: (error) => {
        if (this.#options.onFault) tellListener(this.#options.onFault, error);
      },
    });
  }

  supervise(options: SupervisorOptions): Recorded {
    const random = options.random ?? systemRandom;
    const inner = createSupervisor({
      ...options,
      random: () => {
        const drawn = random();
        this.#watch.drew(drawn);
        return drawn;
      },
      inspect: (event) => {
        this.#watch.inspect(event as InspectionEvent);
        options.inspect?.(event);
      },
    });
    this.#supervisor = inner;
    this.#begin(1);
    this.#unsubscribe = inner.on('*', (event) => this.#told(event));
    const supervisor = watchCalls(inner, {
      now: () => this.#now(),
      withContents: this.#options.withCalls === true,
      settled: (call) => this.#add({ at: this.#now(), kind: 'call', ...call }),
    });
    return { supervisor, recording: this };
  }

  end(): Promise<void> {
    return (this.#ending ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#unsubscribe();
    const file = this.#file;
    if (file === undefined) return;
    if (this.#supervisor !== undefined)
      this.#add({ at: this.#now(), kind: 'end', dropped: this.dropped });
    this.#isEnded = true;
    if (await this.#within(file.close(), END_MS)) return;
    await this.#within(
      file.abandon().catch(() => undefined),
      ABANDON_MS,
    );
  }

  /** Whether it was done in time. */
  async #within(work: Promise<void>, boundMs: number): Promise<boolean> {
    let timer: unknown;
    const bound = new Promise<boolean>((resolve) => {
      timer = this.#clock.setTimeout(() => resolve(false), boundMs);
    });
    try {
      return await Promise.race([work.then(() => true), bound]);
    } finally {
      this.#clock.clearTimeout(timer);
    }
  }

  /** Milliseconds since the run began, to the microsecond. */
  #now(): number {
    return Math.round((this.#clock.now() - this.#origin) * 1_000) / 1_000;
  }

  #add(line: GivenLine, begins = false): void {
    if (!this.#isEnded) this.#file?.add(line, begins);
  }

  #begin(part: number): void {
    const header = {
      at: this.#now(),
      kind: 'recording' as const,
      format: FORMAT,
      version,
      startedAt: this.#startedAt,
      run: this.#run,
      part,
      servers: this.#serverFacts(),
    };
    this.#add(header, true);
    if (part > 1) this.#tellStandings();
  }

  #serverFacts(): Record<string, ServerFacts> {
    const policies = this.#watch.policies();
    const { servers = [] } = this.#supervisor?.status() ?? {};
    return Object.fromEntries(
      servers.map(({ server, transport, required, state }) => {
        const policy = policies.get(server);
        const enabled = state !== 'disabled';
        return [
          server,
          { transport, required, enabled, policy: policy ? policyDifference(policy) : {} },
        ];
      }),
    );
  }

  #tellStandings(): void {
    for (const { server, life, snapshot } of this.#watch.standings())
      this.#add({
        at: this.#now(),
        kind: 'resumed',
        server,
        ...(life > 1 && { life }),
        value: snapshot.value,
        context: safeContext(snapshot.context),
      });
  }

  #tellHeld(server: string): void {
    const held = this.#held.get(server);
    if (held === undefined) return;
    this.#held.delete(server);
    for (const line of held) this.#add({ ...line, at: this.#now() });
  }

  /** What follows from a step is told during it, and reads better behind it. */
  #told(event: SupervisorEvent): void {
    const { server } = event;
    const line = { at: this.#now(), kind: 'told' as const, server, event: safeReport(event) };
    if (!this.#watch.isStepping(server)) return this.#add(line);
    const held = this.#held.get(server);
    if (held === undefined) this.#held.set(server, [line]);
    else held.push(line);
  }
}
