/** Why no paths could be made of a machine, for a program. */
export type PathErrorCode =
  /** What was given is no XState machine, and no factory of one. */
  | 'NOT_A_MACHINE'
  /** The machine could not start with this input. */
  | 'BAD_INPUT'
  /** Something in the context cannot be compared, such as a Map, a function or a cycle. */
  | 'BAD_CONTEXT'
  /** An event, or a state it is given for, that the machine does not know. */
  | 'BAD_EVENT'
  /** A guard, an assign or a delay of the machine threw. */
  | 'MACHINE_THREW'
  /** More steps than the limit. */
  | 'LIMIT_EXCEEDED'
  /** States that count as one go on differently. */
  | 'STATES_DIFFER';

/** Tells what is in the way of paths, and what to do about it. */
export class PathError extends Error {
  readonly code: PathErrorCode;
  /** One sentence: what to change. */
  readonly advice: string;

  constructor(code: PathErrorCode, message: string, details: PathErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'PathError';
    this.code = code;
    this.advice = details.advice;
  }
}

interface PathErrorDetails {
  readonly advice: string;
  readonly cause?: unknown;
}
