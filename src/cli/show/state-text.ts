import type { FleetHealth, ServerStatus } from '../../health/status.ts';
import type { Terminal } from '../terminal.ts';

type Colors = Terminal['colors'];

/** A state with a sign of its own, so that it can be told without colour too. */
export function stateText(state: ServerStatus['state'], colors: Colors): string {
  switch (state) {
    case 'ready':
      return colors.green('● ready');
    case 'connecting':
      return colors.cyan('◌ connecting');
    case 'reconnecting':
      return colors.yellow('↻ reconnecting');
    case 'parked':
      return colors.red('■ parked');
    case 'shutdown':
      return colors.dim('○ shutdown');
    case 'disabled':
      return colors.dim('– disabled');
  }
}

export function healthText(health: FleetHealth, colors: Colors): string {
  switch (health) {
    case 'ready':
      return colors.green('● ready');
    case 'degraded':
      return colors.yellow('◐ degraded');
    case 'failed':
      return colors.red('■ failed');
  }
}
