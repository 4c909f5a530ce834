/** What a page can ask for, each by a POST of its own. */
export const actionNames = ['retry', 'restart', 'stop', 'call'] as const;

export type ActionName = (typeof actionNames)[number];

/** The header that every action carries the token in: a foreign page cannot set it. */
export const tokenHeader = 'x-holdfast-token';

export interface ActionRequest {
  readonly server: string;
  /** For `call` only. */
  readonly tool?: string;
  readonly args?: Readonly<Record<string, unknown>>;
}

export type ActionAnswer =
  | { readonly ok: true; readonly result: unknown; readonly tookMs: number }
  | { readonly ok: false; readonly error: ActionError };

export interface ActionError {
  readonly code: string;
  readonly message: string;
  readonly advice?: string;
}
