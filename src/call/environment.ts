import type { ServerEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { Clock } from '../clock.ts';
import type { Progress, Session } from '../link/session.ts';

/** Everything that the caller side of one server knows of the rest of it. */
export interface CallEnvironment {
  readonly server: string;
  readonly transport: 'stdio' | 'http';
  readonly clock: Clock;
  /** F2: how long an attempt may hold its place at the start gate. */
  readonly startSlotMs: number;
  policy(): Policy;
  state(): PublicState;
  /** Only while the connection is ready. */
  session(): Session | undefined;
  /** End of the current backoff or the next parked probe; undefined during an attempt. */
  nextAttemptAt(): number | undefined;
  breakerHalfOpensAt(): number | undefined;
  /** When the server last began to wait in parked (C12). */
  parkedSince(): number | undefined;
  lastAttempt(): { readonly endedAt: number; readonly tookMs: number } | undefined;
  /** To the machine. */
  send(event: ServerEvent): void;
  /** The tool as last listed; the same object until the list changes. */
  tool(name: string): CallableTool | undefined;
  knownTools(): string[];
  prompt(name: string): CallablePrompt | undefined;
  knownPrompts(): string[];
  /** False while a refresh is due or under way. */
  listIsFresh(list: 'tools' | 'prompts'): boolean;
  /** Settles when that refresh has ended, well or not. */
  refreshed(list: 'tools' | 'prompts'): Promise<void>;
}

/** What a call needs to know of a tool. All of it comes from the server and is untrusted. */
export interface CallableTool {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly annotations?: ToolHints | undefined;
  readonly execution?: { readonly taskSupport?: unknown } | undefined;
}

/** What a call needs to know of a prompt. Untrusted as well. */
export interface CallablePrompt {
  readonly arguments?: readonly { readonly name: string; readonly required?: unknown }[];
}

export interface ToolHints {
  readonly readOnlyHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
}

/** Whether a call whose outcome is unknown may be sent once more (K7). */
export type ReplayChoice = 'safe' | 'always' | 'never';

/** How long a call may take, and what may be done for it (K1). Delays in milliseconds. */
export interface CallOptions {
  /** From dispatch to the answer, extended by progress. Default: policy `callTimeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** From submission to the outcome, never extended; `false` for no limit. Default: policy. */
  readonly maxTotalMs?: number | false | undefined;
  /** How long the call may wait for a session or a place. Default: the server's state decides (K4). */
  readonly waitForReadyMs?: number | undefined;
  /** Ends the call as `CALL_CANCELLED`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Default `safe`: only tools that say that a second run does no harm. */
  readonly replay?: ReplayChoice | undefined;
}

/** An MCP tool result with the record of how it was had (K11). */
export interface CallResult extends Answered {
  readonly content: readonly unknown[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** What a prompt comes to. */
export interface PromptResult extends Answered {
  readonly description?: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[];
}

/** What a resource holds, in one part or several. */
export interface ResourceContents extends Answered {
  readonly contents: readonly {
    readonly uri: string;
    readonly mimeType?: string;
    readonly text?: string;
    /** In Base64. */
    readonly blob?: string;
  }[];
}

/** Proposals for an argument. */
export interface CompletionResult extends Answered {
  readonly completion: {
    readonly values: readonly string[];
    readonly total?: number;
    readonly hasMore?: boolean;
  };
}

/** What a server answered, untrusted, with the record of how it was had (K11). */
export interface Answered {
  /** How often the call was sent. */
  readonly attempts: number;
  /** The session that answered, counted from 1. */
  readonly generation: number;
  readonly [extra: string]: unknown;
}
