import { isRetryable, type ErrorCode } from './codes.ts';

/** What a server asks for when it refuses for want of a login. Untrusted. */
export interface LoginWanted {
  /** The scopes it names, separated by spaces. */
  readonly scope?: string;
  /** Where it says that its metadata is (RFC 9728): from there the way leads to its login. */
  readonly metadataUrl?: string;
}

/** What an error says beside its code and its message (E1). */
export interface HoldfastErrorDetails {
  /** The server concerned, if one is. */
  readonly server?: string | undefined;
  /** One sentence a model or a person can act on. */
  readonly advice: string;
  /** Earliest time at which trying again makes sense, from now. Milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
  /** How often the call was sent (K11). 0 if it never was. */
  readonly attempts?: number | undefined;
  /** The session that the call was last sent in (K11). */
  readonly generation?: number | undefined;
  /** Code of a JSON-RPC error the server answered with (K6). */
  readonly rpcCode?: number | undefined;
  /** Data of that JSON-RPC error, untrusted. */
  readonly rpcData?: unknown;
  /** HTTP status the server answered with (K6). */
  readonly httpStatus?: number | undefined;
  /** With `AUTH_REQUIRED` and HTTP 403, if the server said what it wants. */
  readonly login?: LoginWanted | undefined;
}

/** The one error class of holdfast (E1). Which error it is, `code` says. */
export class HoldfastError extends Error {
  readonly code: ErrorCode;
  declare readonly server: string | undefined;
  readonly advice: string;
  declare readonly retryAfterMs: number | undefined;
  declare readonly attempts: number | undefined;
  declare readonly generation: number | undefined;
  declare readonly rpcCode: number | undefined;
  declare readonly rpcData: unknown;
  declare readonly httpStatus: number | undefined;
  declare readonly login: LoginWanted | undefined;

  constructor(code: ErrorCode, message: string, details: HoldfastErrorDetails) {
    const { cause, server, advice, retryAfterMs, ...record } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'HoldfastError';
    this.code = code;
    this.advice = advice;
    const { attempts, generation, rpcCode, rpcData, httpStatus, login } = record;
    const known = { server, attempts, generation, rpcCode, rpcData, httpStatus, login };
    const wholeMs = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs);
    // Declared alone, so that a logged error shows what is known and nothing else.
    for (const [key, value] of Object.entries({ ...known, retryAfterMs: wholeMs }))
      if (value !== undefined) Object.assign(this, { [key]: value });
  }

  /** True when the request was certainly not run and may be made again. */
  get retryable(): boolean {
    return isRetryable(this.code);
  }

  /** What may be shown or logged: never the cause, which can hold a server's own text. */
  toJSON(): Record<string, unknown> {
    const { code, message, server, advice, retryable, retryAfterMs } = this;
    const { attempts, generation, rpcCode, httpStatus, login } = this;
    return {
      code,
      message,
      server,
      advice,
      retryable,
      retryAfterMs,
      attempts,
      generation,
      rpcCode,
      httpStatus,
      login,
    };
  }
}
