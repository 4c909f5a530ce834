/** A prompt as its server describes it. Names and texts are untrusted. */
export interface Prompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

/** One of a prompt's arguments, in the server's own words. Untrusted. */
export interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

/** A prompt as a person may be offered it (T1, T6). */
export interface ListedPrompt extends Prompt {
  readonly server: string;
  /** Unique over the prompts of all servers, formed like a tool's. */
  readonly displayName: string;
  readonly availability: 'ready' | 'reconnecting' | 'parked';
}
