import type { PublicState } from '../../machines/public-state.ts';

/** What the machine shows of a server that has a session and no trouble. */
export const readyState: PublicState = {
  connection: 'ready',
  breaker: 'closed',
  attempting: false,
  retries: 0,
  step: 0,
  flaps: 0,
  generation: 2,
  heedsSuccess: false,
};
