import type { ServerEvent } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { Clock } from '../clock.ts';
import type { LoginWanted } from '../errors/holdfast-error.ts';
import type { Session } from '../link/session.ts';

/** Everything that the caller side of one server knows of the rest of it. */
export interface CallEnvironment {
  readonly server: string;
  readonly transport: 'stdio' | 'http';
  readonly clock: Clock;
  /** F2: how long an attempt may hold its place at the start gate. */
  readonly startSlotMs: number;
  /** False before `start()`: nothing is under way then, and nothing follows by itself (K4). */
  isStarted(): boolean;
  policy(): Policy;
  state(): PublicState;
  /** Only while the connection is ready. */
  session(): Session | undefined;
  /** End of the current backoff or the next parked probe; undefined during an attempt. */
  nextAttemptAt(): number | undefined;
  breakerHalfOpensAt(): number | undefined;
  /** When the server last began to wait in parked (C12). */
  parkedSince(): number | undefined;
  /** What the server asked for when it last refused for want of a login (E2). */
  loginWanted(): LoginWanted | undefined;
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
