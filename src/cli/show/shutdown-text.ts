import { formatDelay } from '../../health/format-delay.ts';
import type { ShutdownReport } from '../../supervisor/supervisor.ts';

/** S4: what had to be done to leave nothing behind, in one line or one per server that mattered. */
export function shutdownText({ servers, killed, left, tookMs }: ShutdownReport): string {
  const count = Object.keys(servers).length;
  const what = `${count} server${count === 1 ? '' : 's'} stopped in ${formatDelay(tookMs)}`;
  const details = Object.entries(servers)
    .filter(([, end]) => end.killed > 0 || end.left > 0)
    .map(([server, end]) => `  ${server}: ${end.killed} killed, ${end.left} left`);
  const verdict = left > 0 ? `${left} processes are left` : 'nothing is left';
  return [`${what}; ${killed > 0 ? `${killed} killed, ` : ''}${verdict}`, ...details].join('\n');
}
