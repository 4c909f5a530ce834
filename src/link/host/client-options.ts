import type { ContentPart } from '../content-part.ts';
import type { Progress } from '../session.ts';

/**
 * How the host presents itself to every server, and what it lets servers ask of it (T7). The same
 * for each session of each server. What has no handler is not declared.
 */
export interface ClientOptions {
  /** Default: holdfast's own name. */
  readonly name?: string;
  /** Default: holdfast's own version. */
  readonly version?: string;
  /**
   * Capabilities in the protocol's own shape, in the place of those that follow from the handlers:
   * `{ elicitation: { form: {} } }` for a host that cannot open URLs, `{ sampling: { tools: {} } }`.
   */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** A server wants a completion from the host's model. */
  readonly onSampling?: (
    request: SamplingRequest,
    context: RequestContext,
  ) => SamplingResult | Promise<SamplingResult>;
  /** A server wants something from the person: a form filled in, or a page visited. */
  readonly onElicitation?: (
    request: ElicitationRequest,
    context: RequestContext,
  ) => ElicitationResult | Promise<ElicitationResult>;
  /** What was to be done at the URL of an earlier request is done. */
  readonly onElicitationComplete?: (
    completion: { readonly elicitationId: string },
    context: NoticeContext,
  ) => void;
  /** Where servers may work; `supervisor.setRoots` changes it. A function is asked each time. */
  readonly roots?: Roots;
  /** A server logs something. */
  readonly onLog?: (message: LogMessage, context: NoticeContext) => void;
  /** The least level that servers are to log, told to each new session. Default: their own. */
  readonly logLevel?: LogLevel;
}

/** About a message that wants no answer. */
export interface NoticeContext {
  readonly server: string;
}

/** About a request that a server made of the host. */
export interface RequestContext extends NoticeContext {
  /** Aborted when the server takes the request back, or its session ends. */
  readonly signal: AbortSignal;
  /** Tells the server how far the answer is, if it asked to be told. */
  readonly progress: (progress: Progress) => void;
}

/** A server's request for a completion. Untrusted. */
export interface SamplingRequest {
  readonly messages: readonly SamplingMessage[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly includeContext?: 'none' | 'thisServer' | 'allServers';
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: {
    readonly hints?: readonly { readonly name?: string }[];
    readonly costPriority?: number;
    readonly speedPriority?: number;
    readonly intelligencePriority?: number;
  };
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Only if `sampling.tools` was declared. */
  readonly tools?: readonly unknown[];
  readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' };
}

/** One turn of the conversation that is to be completed. Untrusted where a server sent it. */
export interface SamplingMessage {
  readonly role: 'user' | 'assistant';
  /** One part, or several: `{ type: 'text', text }`, images, audio, uses of tools. */
  readonly content: ContentPart | readonly ContentPart[];
}

/** What the host's model answered. */
export interface SamplingResult extends SamplingMessage {
  /** The model that answered. */
  readonly model: string;
  readonly stopReason?: string;
}

/** A server's question to the person. Untrusted: show which server asks, and let people decline. */
export type ElicitationRequest =
  | {
      readonly mode: 'form';
      readonly message: string;
      /** JSON Schema of a flat object. */
      readonly requestedSchema: Readonly<Record<string, unknown>>;
    }
  | {
      readonly mode: 'url';
      readonly message: string;
      /** http or https; others are refused before the host is asked. */
      readonly url: string;
      readonly elicitationId: string;
    };

/** What the person said. */
export interface ElicitationResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** What was filled in. Left out fields get the defaults of the requested schema. */
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A place where servers may work. */
export interface Root {
  /** A `file:` URL. */
  readonly uri: string;
  readonly name?: string;
}

/** The roots, or what is asked for them each time a server wants to know. */
export type Roots =
  readonly Root[] | ((context: NoticeContext) => readonly Root[] | Promise<readonly Root[]>);

export const logLevels = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
] as const;

/** From the least to the most severe. */
export type LogLevel = (typeof logLevels)[number];

/** Something that a server logged. Untrusted. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger?: string;
  readonly data: unknown;
}
