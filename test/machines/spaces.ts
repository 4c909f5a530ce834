import type { Space } from './explore.ts';

/**
 * The spaces whose every step is replayed. The first holds nearly all; each of the others is small,
 * and reaches what the first one's policy keeps out of reach.
 */
export const spaces: readonly (Space & { readonly name: string })[] = [
  { name: 'everything that can happen' },
  {
    name: 'parked from the start, its own probes switched off and on',
    startsParked: true,
    configures: true,
    calls: false,
    without: /^link\.(queued|granted|proven|closed)$|^drained$|^shutdown$|^xstate\.(error|done)/,
  },
  {
    name: 'no reconnect budget, and a breaker that opens at the second failure',
    policy: { failureThreshold: 2, reconnectRetries: 0, eagerDials: 0 },
    without: /^retry$|^drained$|^link\.(queued|granted|failed|closed)$/,
  },
];
