import type { ServerEmission } from '../../machines/events.ts';
import { formatDelay } from './format-delay.ts';

/** What a machine's event means, in words for a timeline or a log. */
export function describeEvent(event: ServerEmission): string {
  switch (event.type) {
    case 'server.state':
      return event.state;
    case 'server.attempting':
      return `attempt (${causes[event.cause]})`;
    case 'server.failed':
      return `attempt failed: ${describeError(event.error)}${event.charged ? '' : ' (not charged)'}`;
    case 'server.lost':
      return `session lost: ${describeError(event.error)}${event.charged ? '' : ' (not charged)'}`;
    case 'server.waiting':
      return `next attempt in ${formatDelay(event.waitMs)}`;
    case 'server.parked':
      return `parked (${event.reason}), ${
        event.waitMs === undefined ? 'no probe' : `next probe in ${formatDelay(event.waitMs)}`
      }`;
    case 'server.revived':
      return 'revived from parked';
    case 'server.stable':
      return 'stable: the delays are forgiven';
    case 'server.proven':
      return 'proven: the session answered';
    case 'server.draining':
      return 'waiting for running calls to end';
    case 'breaker.opened':
      return `breaker open for ${formatDelay(event.cooldownMs)}`;
    case 'breaker.halfOpened':
      return 'breaker half-open: one call may try';
    case 'breaker.closed':
      return 'breaker closed';
    case 'policy.refused':
      return `policy refused: ${event.message}`;
  }
}

const causes = {
  ladder: 'next in turn',
  loss: 'at once, after a loss',
  eager: 'early, a call waits',
  probe: "the parked server's own probe",
  call: 'woken by a call',
  user: 'asked for',
  login: 'after a login',
  config: 'after a change of configuration',
  wake: 'after sleep',
};

export function describeError({ code, message }: { code: string; message: string }): string {
  // Some messages name their code themselves.
  return message.includes(code) ? message : `${code}: ${message}`;
}
