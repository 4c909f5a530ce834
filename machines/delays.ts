import type { ServerContext } from './context.ts';

interface Moment {
  readonly context: ServerContext;
}

/** The closing link answers within its own stop ladder; this much later nobody waits for it. */
const CLOSE_MARGIN_MS = 1_000;

/** Every timer of the chart, read from context when its state is entered. */
export const delays = {
  /** C2: the first one may have to download its server. */
  connectDeadline: ({ context: { policy, recovery } }: Moment) =>
    recovery.openedBefore ? policy.connectTimeoutMs : policy.firstConnectTimeoutMs,
  /** C5. */
  backoff: ({ context }: Moment) => context.wait?.ms ?? context.policy.baseDelayMs,
  /** C5. */
  stableAfter: ({ context }: Moment) => context.policy.stableAfterMs,
  /** C8. */
  parkedProbe: ({ context }: Moment) => context.wait?.ms ?? context.policy.maxDelayMs,
  /** C12. */
  wakeSpacing: ({ context }: Moment) => context.policy.wakeSpacingMs,
  /** C9, S2. */
  drain: ({ context }: Moment) => context.policy.drainMs,
  /** S2, L4: stop ladder plus a second. */
  closeDeadline: ({ context: { policy } }: Moment) =>
    Math.max(policy.stdinGraceMs + policy.termGraceMs, policy.terminateMs) + CLOSE_MARGIN_MS,
  /** B3. */
  cooldown: ({ context }: Moment) => context.breaker.cooldownMs,
  /** B4. */
  probeTimeout: ({ context }: Moment) => context.breaker.probeMs,
};
