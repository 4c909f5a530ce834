import type { Memory } from './memory.ts';

/** Asks for a new link; the one before is stopped first (C2). */
export function startLink(server: Memory): void {
  stopLink(server);
  server.links += 1;
  server.hasLink = true;
  server.asked.push(`start ${server.links}`);
}

export function stopLink(server: Memory): void {
  if (server.hasLink) server.asked.push(`stop ${server.links}`);
  server.hasLink = false;
}

export function checkLink(server: Memory): void {
  server.asked.push(`check ${server.links}`);
}

export function closeLink(server: Memory, isForced: boolean): void {
  server.asked.push(`close ${server.links}${isForced ? ' force' : ''}`);
}
