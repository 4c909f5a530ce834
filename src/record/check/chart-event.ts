import type { ChartEvent } from '../../../machines/events.ts';
import type { StepLine } from '../lines/line.ts';

/** A recorded event as the machine takes it; the texts that were left out decide nothing. */
export function chartEvent({ event }: StepLine): ChartEvent {
  const { failure, loss } = event as Readonly<Record<string, object | undefined>>;
  return {
    ...event,
    ...(failure && { failure: { message: '', ...failure } }),
    ...(loss && { loss: { message: '', ...loss } }),
  } as unknown as ChartEvent;
}

/** The name of the delay that a timer's event stands for, such as `backoff`. */
export function delayName(eventType: string): string | undefined {
  return /^xstate\.after\.(\w+)\./.exec(eventType)?.[1];
}

/** When a step began; its timers were armed from then on, and a timer's own event came then. */
export function beganAt({ at, tookMs = 0 }: { at: number; tookMs?: number }): number {
  return at - tookMs;
}

/** Node's timers keep whole milliseconds, so that one may come this much before its time. */
export const EARLY_MS = 2;

/** The rule that arms each timer. */
export const timerRules: Readonly<Record<string, string>> = {
  connectDeadline: 'C2',
  backoff: 'C5',
  stableAfter: 'C5',
  parkedProbe: 'C8',
  wakeSpacing: 'C12',
  drain: 'S2',
  closeDeadline: 'S1',
  cooldown: 'B3',
  probeTimeout: 'B4',
};
