import type { RetryReason } from '../../machines/events.ts';
import type { FleetPolicy, Policy } from '../../machines/policy.ts';
import type { CallOptions } from '../call/call-options.ts';
import type {
  CallResult,
  CompletionResult,
  PromptResult,
  ResourceContents,
} from '../call/call-result.ts';
import type { ListedPrompt } from '../catalogue/prompt.ts';
import type { ListedResource, ListedResourceTemplate } from '../catalogue/resource.ts';
import type { ListedTool, ListOptions } from '../catalogue/tool.ts';
import type { Clock } from '../clock.ts';
import type { GivenServerEntry } from '../config/server-entry.ts';
import type { HoldfastError } from '../errors/holdfast-error.ts';
import type { Explanation, FleetStatus, ServerStatus, TimelineEntry } from '../health/status.ts';
import type { ClientOptions, Roots } from '../link/host/client-options.ts';
import type { OpenChannel } from '../link/open-channel.ts';
import type { ServerActivity } from '../server/server-activity.ts';
import type { ResourceListener, Unsubscribe } from '../server/subscriptions.ts';
import type { SupervisorEvents } from './events.ts';

/** What a supervisor is made from. Everything may be left out; servers can be added later. */
export interface SupervisorOptions {
  readonly servers?: Readonly<Record<string, GivenServerEntry>>;
  /** Laid over the defaults of every server, and the fleet's own limits. */
  readonly policy?: Partial<Policy & FleetPolicy>;
  /** Default: the system's monotonic clock. */
  readonly clock?: Clock;
  /** Source of jitter, from 0 to 1. Default `Math.random`. */
  readonly random?: () => number;
  /** XState inspection of every server actor. */
  readonly inspect?: (event: unknown) => void;
  /** Opens the channel of an attempt; replaced by tests and by hosts with their own transports. */
  readonly link?: OpenChannel;
  /** How the host presents itself to servers, and what they may ask of it (T7). */
  readonly client?: ClientOptions;
}

/** What proposals are wanted for: an argument of a prompt, or of a resource template. */
export type CompletionRequest = (
  | { readonly prompt: string; readonly uriTemplate?: undefined }
  | { readonly uriTemplate: string; readonly prompt?: undefined }
) & {
  /** The argument, and what has been typed so far. */
  readonly argument: { readonly name: string; readonly value: string };
  /** The other arguments, as far as they are known. */
  readonly given?: Readonly<Record<string, string>>;
};

/** What became of a retry (C9, R13). */
export interface RetryOutcome {
  /** Whether a living server was there to hear it. */
  readonly heard: boolean;
  readonly outcome: 'revived' | 'failed' | 'shutDown' | 'nothing';
  readonly error?: HoldfastError;
}

/** S4: what had to be done to leave nothing behind. */
export interface ShutdownReport {
  readonly servers: Readonly<Record<string, { readonly killed: number; readonly left: number }>>;
  readonly killed: number;
  readonly left: number;
  readonly tookMs: number;
}

/** Keeps every MCP server of one agent alive. All methods may be called at any time. */
export interface Supervisor {
  /**
   * Resolves when each enabled server is ready or parked, or at `startTimeoutMs` (F5).
   * @throws HoldfastError `CONNECT_FAILED` naming each required server that is not ready; the
   *   others go on.
   */
  start(): Promise<void>;
  /**
   * Calls a tool by its server and original name (contract, section 4).
   * @throws HoldfastError
   */
  callTool(
    server: string,
    tool: string,
    args?: Record<string, unknown>,
    options?: CallOptions,
  ): Promise<CallResult>;
  /** What a model may be offered now (T1–T3). */
  tools(options?: ListOptions): readonly ListedTool[];
  /** What a person may be offered now; the same rules hold for all lists (T6). */
  prompts(options?: ListOptions): readonly ListedPrompt[];
  resources(options?: ListOptions): readonly ListedResource[];
  resourceTemplates(options?: ListOptions): readonly ListedResourceTemplate[];
  /**
   * A prompt by its server and original name. It only reads, so an answer that was lost is asked
   * for once more by itself (K7).
   * @throws HoldfastError
   */
  getPrompt(
    server: string,
    prompt: string,
    args?: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<PromptResult>;
  /** A resource by its URI, which need not be listed. @throws HoldfastError */
  readResource(server: string, uri: string, options?: CallOptions): Promise<ResourceContents>;
  /** Proposals for an argument of a prompt or of a resource template. @throws HoldfastError */
  complete(
    server: string,
    request: CompletionRequest,
    options?: CallOptions,
  ): Promise<CompletionResult>;
  /**
   * Tells `listener` when a resource changes, over all sessions of its server, until unsubscribed
   * or until the server is stopped: a new session is told of the subscription before it counts as ready (T6). A change between
   * two sessions is nobody's to tell, so read the resource again when the server was away.
   * @throws HoldfastError if the server cannot be asked or refuses; then nobody listens.
   */
  subscribe(
    server: string,
    uri: string,
    listener: ResourceListener,
    options?: CallOptions,
  ): Promise<Unsubscribe>;
  /**
   * Puts other roots in the place of `client.roots` and tells every server to ask for them (T7).
   * @throws HoldfastError `CONFIG_INVALID`, also if there were no roots from the start.
   */
  setRoots(roots: Roots): void;
  status(): FleetStatus;
  status(server: string): ServerStatus;
  explain(server: string): Explanation;
  /** What the server does at this moment, for those who watch it. @throws HoldfastError */
  activity(server: string): ServerActivity;
  timeline(server: string): readonly TimelineEntry[];
  /** Resolves when the server is ready. @throws HoldfastError when it parks or time is over. */
  ready(server: string, options?: { readonly timeoutMs?: number }): Promise<void>;
  /** Asks for an attempt now and tells what became of it (C9, R13). */
  retry(server: string, reason?: RetryReason): Promise<RetryOutcome>;
  /**
   * Starts a further server (F4).
   * @throws HoldfastError `CONFIG_INVALID`, also if the name is taken; `SERVER_SHUT_DOWN` after `stop()`
   */
  add(server: string, entry: GivenServerEntry): void;
  /** Changes an entry in place; restarts only what has to be (F4). */
  replace(server: string, entry: GivenServerEntry): void;
  /**
   * Puts another policy in the place of `SupervisorOptions.policy`; it holds from each next timer
   * on and restarts nothing (F4). @throws HoldfastError `CONFIG_INVALID`
   */
  configure(policy: Partial<Policy & FleetPolicy>): void;
  /** Ends one server and forgets it (F4). */
  remove(server: string): Promise<ShutdownReport>;
  /** A planned rebuild of a living server, a fresh start of a stopped one (F4). */
  restart(server: string): Promise<RetryOutcome>;
  /** Ends one server, or all of them; called a second time it forces (S1–S4). */
  stop(server?: string): Promise<ShutdownReport>;
  /** The same as `stop()`, so that `await using supervisor = createSupervisor(…)` leaves nothing behind. */
  [Symbol.asyncDispose](): Promise<void>;
  /** Aborted as soon as the whole fleet is asked to stop (S1), for what a host ends with it. */
  readonly stopping: AbortSignal;
  /** Typed events (H5). Returns the way to unsubscribe. */
  on<Name extends keyof SupervisorEvents>(
    event: Name,
    listener: (event: SupervisorEvents[Name]) => void,
  ): () => void;
}
