/** What a server is told instead of an answer. */
export class HandlerError extends Error {
  /** A JSON-RPC error code. */
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = 'HandlerError';
    this.code = code;
    this.data = data;
  }
}

/**
 * The host's own JSON-RPC error, if it threw one: an error with a whole number as its `code`. Any
 * other text of the host is none of the server's business (L9).
 */
export function intendedError(error: unknown): HandlerError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code, message } = error;
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return undefined;
  return new HandlerError(code, message, 'data' in error ? error.data : undefined);
}
