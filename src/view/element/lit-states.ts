import type { PublicState } from '../../../machines/public-state.ts';
import type { ServerStatus } from '../../health/status.ts';
import type { ServerActivity } from '../../server/server-activity.ts';

/**
 * Whatever tells where a server stands: what `activity()`, `status()` or `publicState()` gives, or
 * the active states themselves.
 */
export type Shown =
  | Pick<ServerActivity, 'activeStates'>
  | Pick<ServerStatus, 'state' | 'breaker' | 'attempt'>
  | Pick<PublicState, 'connection' | 'breaker' | 'attempting' | 'draining' | 'probe'>
  | readonly string[];

/** The paths of the states to light. From a status it is as good a guess as a status allows. */
export function litStates(shown: Shown): readonly string[] {
  if (isList(shown)) return shown;
  if ('activeStates' in shown) return shown.activeStates;
  if ('connection' in shown) return fromParts(shown.connection, insideOf(shown), shown);
  if (shown.state === 'disabled') return [];
  const isAttempting = shown.attempt !== 'none';
  return fromParts(
    shown.state,
    insideOf({ connection: shown.state, attempting: isAttempting }),
    shown,
  );
}

function isList(shown: Shown): shown is readonly string[] {
  return Array.isArray(shown);
}

function fromParts(
  connection: string,
  inside: string | undefined,
  { breaker, probe }: { readonly breaker: string; readonly probe?: string },
): string[] {
  return [
    'connection',
    `connection.${connection}`,
    ...(inside === undefined ? [] : [`connection.${connection}.${inside}`]),
    'breaker',
    `breaker.${breaker}`,
    ...(probe === undefined ? [] : [`breaker.${breaker}.${probe}`]),
  ];
}

function insideOf({
  connection,
  attempting,
  draining,
}: Pick<PublicState, 'connection' | 'attempting' | 'draining'>): string | undefined {
  switch (connection) {
    case 'connecting':
    case 'reconnecting':
      return attempting ? 'attempting' : 'backingOff';
    case 'ready':
      return draining ? 'draining' : 'serving';
    case 'parked':
      return attempting ? 'probing' : 'waiting';
    case 'shutdown':
      return undefined;
  }
}
