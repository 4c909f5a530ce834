import { countText } from '../../health/count-text.ts';
import { formatDelay } from '../../health/format-delay.ts';
import { plainLine } from '../../link/plain-text.ts';
import type { ShutdownReport } from '../../supervisor/supervisor.ts';

/** S4: what had to be done to leave nothing behind, in one line or one per server that mattered. */
export function shutdownText({ servers, killed, left, tookMs }: ShutdownReport): string {
  const what = `${countText(Object.keys(servers).length, 'server')} stopped in ${formatDelay(tookMs)}`;
  const details = Object.entries(servers)
    .filter(([, end]) => end.killed > 0 || end.left > 0)
    .map(([server, end]) => `  ${plainLine(server)}: ${end.killed} killed, ${end.left} left`);
  const verdict = left > 0 ? leftText(left) : 'nothing is left';
  return [`${what}; ${killed > 0 ? `${killed} killed, ` : ''}${verdict}`, ...details].join('\n');
}

function leftText(left: number): string {
  return left === 1 ? '1 process is left' : `${left} processes are left`;
}
