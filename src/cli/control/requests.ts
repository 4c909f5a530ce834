import * as z from 'zod/mini';
import type { CallResult } from '../../call/call-result.ts';
import type { ListedTool } from '../../catalogue/tool.ts';
import type { ConfigProblem } from '../../config/load-config.ts';
import type { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Explanation, FleetStatus } from '../../health/status.ts';
import { isObject } from '../../is-object.ts';
import type { Progress } from '../../link/session.ts';
import type { RetryOutcome, ShutdownReport } from '../../supervisor/supervisor.ts';
import type { ServerSight, SightEnd } from './server-sight.ts';

const server = z.string();

/** What can be asked of a running `up`, and with what. */
export const requestSchemas = {
  status: z.strictObject({}),
  explain: z.strictObject({ server }),
  tools: z.strictObject({ server: z.optional(server), all: z.optional(z.boolean()) }),
  call: z.strictObject({
    server,
    tool: z.string(),
    // As it is: a copy key by key would lose an argument that is called `__proto__`.
    args: z.custom<Record<string, unknown>>(isObject),
    timeoutMs: z.optional(z.number()),
  }),
  retry: z.strictObject({ server, reason: z.optional(z.enum(['user', 'login'])) }),
  restart: z.strictObject({ server }),
  stop: z.strictObject({ server: z.optional(server) }),
  watch: z.strictObject({ server }),
} as const;

export type Method = keyof typeof requestSchemas;
export type Params<M extends Method> = z.input<(typeof requestSchemas)[M]>;

/** The fleet, and the `up` that runs it. */
export interface FleetReport extends FleetStatus {
  /** Absolute path of the configuration. */
  readonly config: string;
  /** The process that supervises. */
  readonly pid: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** What is wrong with single servers in the configuration. */
  readonly problems: readonly ConfigProblem[];
}

export interface Answers {
  readonly status: FleetReport;
  readonly explain: Explanation;
  readonly tools: readonly ListedTool[];
  readonly call: CallResult;
  readonly retry: RetryReport;
  readonly restart: RetryReport;
  readonly stop: ShutdownReport;
  readonly watch: SightEnd;
}

export type RetryReport = Omit<RetryOutcome, 'error'> & {
  readonly error?: Pick<HoldfastError, 'code' | 'message' | 'advice'>;
};

export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Told of the watched server until the answer; no more is sent while it is not done. */
  readonly onSight?: ((sight: ServerSight) => void | Promise<void>) | undefined;
  /** For whoever answers: the asker has not read yet what it was told. */
  readonly isBehind?: (() => boolean) | undefined;
  /** For whoever answers: aborted when it is about to end, and what goes on must be answered. */
  readonly ending?: AbortSignal | undefined;
}

/** Asks a fleet, whether it runs in another process or in this one. */
export type Ask = <M extends Method>(
  method: M,
  params: Params<M>,
  options?: AskOptions,
) => Promise<Answers[M]>;
