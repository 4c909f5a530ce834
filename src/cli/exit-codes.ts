/** What each exit code means; `--help` shows the same. */
export const exitCodes = {
  /** Done. */
  ok: 0,
  /** Done, and the answer is bad: a tool's error, a parked server, a failed retry. */
  badAnswer: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** No `holdfast up` runs for this configuration. */
  notRunning: 3,
  /** A `holdfast up` runs for this configuration already. */
  alreadyRunning: 4,
  /** An unexpected error in holdfast itself. */
  unexpected: 5,
  /** Ended by a signal, as shells count it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeHelp = `
Exit codes:
  0    done
  1    done, and the answer is bad: a tool's error, a parked server, a failed retry
  2    the command line or the configuration is wrong
  3    no "holdfast up" runs for this configuration
  4    a "holdfast up" runs for this configuration already
  5    an unexpected error in holdfast itself
  130  ended by a signal`;
