import type { CallOptions, GivenServerEntry, SupervisorOptions } from '../../src/index.ts';

/** What a host is made from. */
export interface HostOptions {
  readonly servers: Readonly<Record<string, GivenServerEntry>>;
  readonly policy: NonNullable<SupervisorOptions['policy']>;
  /** The file of its recording. */
  readonly record: string;
}

/** What a host can be told to do. */
export type Order =
  | {
      readonly do: 'call';
      readonly server: string;
      readonly tool: string;
      readonly args: Record<string, unknown>;
      readonly options?: CallOptions;
    }
  | { readonly do: 'status' | 'story' | 'leave' }
  | { readonly do: 'replace'; readonly server: string; readonly entry: GivenServerEntry }
  | { readonly do: 'retry'; readonly server: string }
  | { readonly do: 'jump'; readonly byMs: number }
  | { readonly do: 'block'; readonly forMs: number };
