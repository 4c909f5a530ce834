/** A process is known by its id and its start time; the id alone may have been given out again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; comparable only for equality. */
  readonly startTime: string;
}

export interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  /** Dead, and only waiting to be read by its parent. */
  readonly zombie: boolean;
}

/** All processes as they were within some milliseconds. */
export interface ProcessTable {
  readonly entries: readonly ProcessEntry[];
  /** The mark in a process's environment (L4); undefined where it cannot be read. */
  markOf(entry: ProcessEntry): Promise<string | undefined>;
}
