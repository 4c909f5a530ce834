import type { ServerContext } from '../../../machines/context.ts';
import type { PublicState } from '../../../machines/public-state.ts';

/** The version of the format; a reader refuses every other. */
export const FORMAT = 1;

/** What every line has. Times are milliseconds on the fleet's clock since the run began. */
interface Numbered<Kind extends string> {
  /** Counts up by one over a run, so that a line that is missing shows. */
  readonly n: number;
  readonly at: number;
  readonly kind: Kind;
}

/** The first line of each file and of each run: whose recording it is. */
export interface HeaderLine extends Numbered<'recording'> {
  readonly format: number;
  /** The version of holdfast that wrote it. */
  readonly version: string;
  /** Epoch milliseconds at which the run began. */
  readonly startedAt: number;
  /** Differs from run to run. */
  readonly run: string;
  /** Counts the files of a run from 1; a later one begins in the middle. */
  readonly part: number;
  readonly servers: Readonly<Record<string, ServerFacts>>;
}

export interface ServerFacts {
  readonly transport: 'stdio' | 'http' | 'sse';
  readonly required: boolean;
  readonly enabled: boolean;
  /** What differs from the defaults of every server. */
  readonly policy: PolicyPatch;
}

/** A policy's values; null stands for one that no policy takes. */
export type PolicyPatch = Readonly<Record<string, number | false | null>>;

/** A server that was removed may still be closing while the next one of its name runs. */
export interface LifeFacts {
  /** Counts the machines that a name has had; left out for the first. */
  readonly life?: number;
}

/** What one step of a machine left behind. */
export interface StepFacts extends LifeFacts {
  readonly server: string;
  /** How long the step took, where it took half a millisecond and more; it ended `at`. */
  readonly tookMs?: number;
  readonly state: RecordedState;
  /** The chart's active states. */
  readonly value: unknown;
  /** What the step asked of its link, in order. */
  readonly asked?: readonly Asked[];
  /** The chance that the machine drew, in order, so that its delays can be drawn again (C5). */
  readonly draws?: readonly number[];
}

export type Asked = 'start' | 'check' | 'close' | 'close force';

/** An error's text may be the server's own, so that it is left out everywhere (L9). */
export type RecordedState = Omit<PublicState, 'lastError'> & { readonly lastError?: RecordedError };
export interface RecordedError {
  readonly code: string;
  readonly kind: string;
}

/** A server's machine came up. */
export interface StartedLine extends Numbered<'started'>, StepFacts {
  readonly policy: PolicyPatch;
  readonly generation?: number;
  readonly parked?: { readonly code: string };
}

/** Its machine took one event. */
export interface StepLine extends Numbered<'step'>, StepFacts {
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>;
  /** The machine failed in it, and another one follows (C15). */
  readonly crashed?: true;
}

/** Where a machine stands, in full: what follows a gap, or begins a later part, goes on from here. */
export interface ResumedLine extends Numbered<'resumed'>, LifeFacts {
  readonly server: string;
  readonly value: unknown;
  readonly context: ServerContext;
}

/** What the supervisor told its listeners (H5). */
export interface ToldLine extends Numbered<'told'> {
  readonly server: string;
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>;
}

/** A call that settled. */
export interface CallLine extends Numbered<'call'> {
  readonly server: string;
  readonly noun: 'tool' | 'prompt' | 'resource' | 'completion';
  /** The tool's or prompt's name; a URI may hold a secret, and is left out. */
  readonly name?: string;
  /** `answered`, `toolError` for a tool's own error, or the code that it was refused or failed with. */
  readonly outcome: string;
  readonly tookMs: number;
  readonly attempts?: number;
  readonly generation?: number;
  /** Only where it was asked for. */
  readonly arguments?: unknown;
  readonly result?: unknown;
}

/** Lines are missing before this one: the disk was too slow, or refused them. */
export interface GapLine extends Numbered<'gap'> {
  /** Lines that were given no number. */
  readonly dropped: number;
  /** Lines whose numbers are missing. */
  readonly lost: number;
  /** When the first of them should have been written. */
  readonly since: number;
}

/** The run was ended and not killed. */
export interface EndLine extends Numbered<'end'> {
  readonly dropped: number;
}

export type RecordingLine =
  HeaderLine | StartedLine | StepLine | ResumedLine | ToldLine | CallLine | GapLine | EndLine;

/** A line before it is numbered. */
export type GivenLine = RecordingLine extends infer Line
  ? Line extends RecordingLine
    ? Omit<Line, 'n'>
    : never
  : never;
