import type { ServerInput } from '../../../machines/context.ts';
import type { ChartEvent } from '../../../machines/events.ts';
import type { WatchedStep } from '../watch/actor-watch.ts';
import type { GivenLine, StepFacts } from './line.ts';
import { safeCode } from './safe-code.ts';
import { safeEvent } from './safe-event.ts';
import { policyDifference } from './safe-policy.ts';
import { safeState } from './safe-state.ts';

/** Shorter steps say nothing, and the number is of no use then. */
const WORTH_TELLING_MS = 0.5;

/** The line of one step of a server's machine. */
export function stepLine(step: WatchedStep, at: number): GivenLine {
  const { event, snapshot } = step;
  const facts = factsOf(step, at);
  if (event.type === 'xstate.init' && 'input' in event)
    return { at, kind: 'started', ...facts, ...started(event.input, step) };
  const crashed = snapshot.status === 'error' && { crashed: true as const };
  return { at, kind: 'step', ...facts, event: safeEvent(event as ChartEvent), ...crashed };
}

function factsOf(
  { server, life, snapshot, asked, draws, receivedAt }: WatchedStep,
  at: number,
): StepFacts {
  const tookMs = Math.round((at - receivedAt) * 1_000) / 1_000;
  return {
    server,
    ...(life > 1 && { life }),
    ...(tookMs >= WORTH_TELLING_MS && { tookMs }),
    state: safeState(snapshot.value, snapshot.context),
    value: snapshot.value,
    ...(asked.length > 0 && { asked }),
    ...(draws.length > 0 && { draws }),
  };
}

function started({ generation, parked }: ServerInput, { snapshot }: WatchedStep) {
  return {
    policy: policyDifference(snapshot.context.policy),
    ...(generation !== undefined && { generation }),
    ...(parked && { parked: { code: safeCode(parked.code) } }),
  };
}
