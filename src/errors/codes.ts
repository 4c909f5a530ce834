/** Every code a caller can meet (E1). Match on these, never on messages. */
export const errorCodes = [
  'SERVER_UNKNOWN',
  'SERVER_UNAVAILABLE',
  'SERVER_PARKED',
  'SERVER_SHUT_DOWN',
  'AUTH_REQUIRED',
  'CIRCUIT_OPEN',
  'QUEUE_FULL',
  'TOOL_UNKNOWN',
  'TOOL_UNSUPPORTED',
  'PROMPT_UNKNOWN',
  'INVALID_ARGUMENTS',
  'CALL_TIMEOUT',
  'CALL_CANCELLED',
  'OUTCOME_UNKNOWN',
  'OVERLOADED',
  'SERVER_ERROR',
  'PROTOCOL_ERROR',
  'CONNECT_FAILED',
  'CONFIG_INVALID',
] as const;

/** One of `errorCodes`. */
export type ErrorCode = (typeof errorCodes)[number];

/** Codes after which the same request may simply be made again: it was never run. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set([
  'SERVER_UNAVAILABLE',
  'CIRCUIT_OPEN',
  'QUEUE_FULL',
  'OVERLOADED',
  'CONNECT_FAILED',
]);

export function isRetryable(code: ErrorCode): boolean {
  return retryableCodes.has(code);
}
