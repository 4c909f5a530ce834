import type { ChartEvent, Failure, Loss } from '../../../machines/events.ts';
import type { StepLine } from './line.ts';
import { safeCode } from './safe-code.ts';
import { safePolicy } from './safe-policy.ts';

/**
 * What a machine received, rebuilt from the fields that are known to be safe (L9): an event that a
 * later version adds shows its type until it is listed here.
 */
export function safeEvent(event: ChartEvent): StepLine['event'] {
  switch (event.type) {
    case 'link.opened':
      return { type: event.type, ...numbers(event, 'tools') };
    case 'link.failed':
      return { type: event.type, failure: safeFailure(event.failure) };
    case 'link.lost':
      return { type: event.type, loss: safeLoss(event.loss) };
    case 'link.closed':
      return { type: event.type, ...numbers(event, 'killed', 'left') };
    case 'call.succeeded':
      return { type: event.type, ...flags(event, 'probe'), ...numbers(event, 'generation') };
    case 'call.failed':
      return {
        type: event.type,
        failure: { kind: event.failure.kind },
        ...flags(event, 'probe', 'linkIdle', 'rateTripped'),
        ...numbers(event, 'generation'),
      };
    case 'call.probe':
      return { type: event.type, ...numbers(event, 'timeoutMs') };
    case 'retry':
      return {
        type: event.type,
        ...(event.reason !== undefined && { reason: event.reason }),
        ...(event.policy !== undefined && { policy: safePolicy(event.policy) }),
      };
    case 'shutdown':
      return { type: event.type, ...flags(event, 'force') };
    case 'configure':
      return { type: event.type, policy: safePolicy(event.policy) };
    default:
      return { type: event.type };
  }
}

function safeFailure(failure: Failure): object {
  return {
    kind: failure.kind,
    code: safeCode(failure.code),
    ...numbers(failure, 'retryAfterMs'),
  };
}

function safeLoss({ kind, code }: Loss): object {
  return { kind, code: safeCode(code) };
}

function numbers(from: object, ...names: readonly string[]): Record<string, number> {
  const found = pick(from, names, (value) => typeof value === 'number') as Record<string, number>;
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, finite(value)]));
}

/** JSON has no endless numbers and none that are none; the machine takes these in the same way. */
function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  return value > 0 ? Number.MAX_SAFE_INTEGER : -1;
}

function flags(from: object, ...names: readonly string[]): Record<string, boolean> {
  return pick(from, names, (value) => typeof value === 'boolean') as Record<string, boolean>;
}

function pick(
  from: object,
  names: readonly string[],
  isWanted: (value: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => names.includes(name) && isWanted(value)),
  );
}
