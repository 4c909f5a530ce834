/** A call that has not settled. Its arguments are nobody's but the caller's (L9). */
export interface OngoingCall {
  readonly noun: 'tool' | 'prompt' | 'resource' | 'completion';
  /** The name of a tool or prompt, or the URI of a resource; untrusted where a server listed it. */
  readonly subject: string;
  readonly phase: 'waiting' | 'running';
  /** When it was handed in; on the calls' clock here, epoch milliseconds in what hosts get. */
  readonly submittedAt: number;
  /** How often it was sent so far. */
  readonly attempts: number;
}
