import type { Channel } from '../channel.ts';

/** What an owner throws must not stop what comes after it. */
export function tellOwner(channel: Pick<Channel, 'onerror'>, tell: () => void): void {
  try {
    tell();
  } catch (error) {
    channel.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
