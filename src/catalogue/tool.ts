/** A tool as its server describes it. Names and texts are untrusted. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint?: boolean;
  };
  /** `required`: the tool runs only as a task, which holdfast does not offer (`TOOL_UNSUPPORTED`). */
  readonly execution?: { readonly taskSupport?: 'required' | 'optional' | 'forbidden' };
}

/** A tool as a model may be offered it (T1). */
export interface ListedTool extends Tool {
  readonly server: string;
  /** Unique over all servers, at most 64 characters of `[A-Za-z0-9_-]`, stable over restarts. */
  readonly displayName: string;
  /** T3: tools stay listed while their server is on its way back. */
  readonly availability: 'ready' | 'reconnecting' | 'parked';
}

/** Which entries of a list are wanted. */
export interface ListOptions {
  /** Only this server's. */
  readonly server?: string;
  /** `all` also lists those of parked servers. Default: what can be used or soon will be. */
  readonly include?: 'all';
}
