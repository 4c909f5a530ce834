import type { ContentPart } from '../link/content-part.ts';

/** An MCP tool result with the record of how it was had (K11). */
export interface CallResult extends Answered {
  readonly content: readonly ContentPart[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

/** What a prompt comes to. */
export interface PromptResult extends Answered {
  readonly description?: string;
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: ContentPart;
  }[];
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
