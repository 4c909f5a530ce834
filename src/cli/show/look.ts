import type { Terminal } from '../terminal.ts';
import type { Link } from './link-line.ts';

/** How a table of the fleet is to be shown. */
export interface Look {
  /** Cells of a line. */
  readonly width: number;
  /** Lines of the screen; servers that do not fit are counted, not shown. */
  readonly height: number;
  readonly colors: Terminal['colors'];
  /** Epoch milliseconds, for the countdowns. */
  readonly now: number;
  /** The configuration as the user would name it. */
  readonly title: string;
  /** What finds no room in a server's row is told below it. */
  readonly isComplete?: boolean;
  /** What can be done next. */
  readonly hint?: string;
  /** Pages that show the fleet. */
  readonly links?: readonly Link[];
}
