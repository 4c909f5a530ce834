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
}

/** A tool as a model may be offered it (T1). */
export interface ListedTool extends Tool {
  readonly server: string;
  /** Unique over all servers, at most 64 characters of `[A-Za-z0-9_-]`, stable over restarts. */
  readonly displayName: string;
  /** T3: tools stay listed while their server is on its way back. */
  readonly availability: 'ready' | 'reconnecting' | 'parked';
}

export interface ToolsOptions {
  /** Only this server's tools. */
  readonly server?: string;
  /** `all` also lists the tools of parked servers. Default: what can be called or soon will be. */
  readonly include?: 'all';
}

/** T2: what a fresh list changed. */
export interface ToolsChange {
  readonly type: 'tools.changed';
  readonly server: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}
