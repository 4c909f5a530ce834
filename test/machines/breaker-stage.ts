import { expect } from 'vitest';
import type { CallEvent, Policy, ServerEvent } from '../../machines/index.ts';
import { stage, type Stage } from './stage.ts';

type Outcome = Omit<Extract<CallEvent, { type: 'call.failed' }>, 'type' | 'failure'>;

export function callFailed(
  kind: 'transport' | 'protocol' | 'timeout' | 'overload',
  outcome: Outcome = {},
) {
  return { type: 'call.failed', failure: { kind }, ...outcome } satisfies ServerEvent;
}

export const broken = callFailed('transport');
export const answered = { type: 'call.succeeded' } as const;

export function serving(policy: Partial<Policy> = {}): Stage {
  const server = stage({ policy });
  server.opened();
  return server;
}

export function open(policy: Partial<Policy> = {}): Stage {
  const server = serving({ failureThreshold: 1, ...policy });
  server.send(broken);
  expect(server.state.breaker).toBe('open');
  return server;
}

export function halfOpen(policy: Partial<Policy> = {}): Stage {
  const server = open(policy);
  server.advance(server.state.cooldownMs ?? 0);
  expect(server.state).toMatchObject({ breaker: 'halfOpen', probe: 'free' });
  return server;
}

export function probing(policy: Partial<Policy> = {}, timeoutMs?: number): Stage {
  const server = halfOpen(policy);
  server.send({ type: 'call.probe', ...(timeoutMs !== undefined && { timeoutMs }) });
  expect(server.state.probe).toBe('taken');
  return server;
}
