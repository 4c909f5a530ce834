/** One line of the table. */
export interface Row {
  readonly figure: string;
  readonly measured: string;
  readonly mustReach: string;
  readonly met: boolean;
}

/** Something that is measured on its own, by servers and clients of its own. */
export interface Figure {
  /** For `--only`. */
  readonly name: string;
  /** Leaves nothing running, also if it throws. */
  measure(): Promise<readonly Row[]>;
}
