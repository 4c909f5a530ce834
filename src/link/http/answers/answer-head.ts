import type { IncomingHttpHeaders } from 'node:http';

/** How a response begins. Untrusted. */
export interface Head {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** What kind of body a response announces. */
export type AnswerForm = 'json' | 'stream' | 'other' | 'refusal';

export function formOf({ status, headers }: Head): AnswerForm {
  if (status >= 300) return 'refusal';
  const type = headers['content-type'] ?? '';
  if (/^application\/json\b/i.test(type)) return 'json';
  return /^text\/event-stream\b/i.test(type) ? 'stream' : 'other';
}
