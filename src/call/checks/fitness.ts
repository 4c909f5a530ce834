import type { HoldfastError } from '../../errors/holdfast-error.ts';
import type { Call } from '../call.ts';
import type { CallEnvironment } from '../environment.ts';
import { cancelled, outcomeUnknown } from '../errors/failures.ts';
import {
  invalidArguments,
  invalidOptions,
  refused,
  standingOf,
  subjectUnknown,
} from '../errors/refusals.ts';
import { isListFresh } from '../kinds/unknown-subject.ts';
import { bearsSecondRun } from '../sending/replay.ts';
import { fit, unfit, unsettled, type Fitness } from './fit.ts';
import { findOptionFault } from './options.ts';
import type { Schemas } from './schemas.ts';

/** Does a call that is about to go, and may have waited, still fit (K2, K7)? */
export function checkBeforeSending(
  call: Call,
  environment: CallEnvironment,
  schemas: Schemas,
): Fitness {
  let fitness = call.kind.check(call, environment, schemas);
  if (fitness.kind === 'fit') fitness = checkReplay(call, environment);
  const waited = call.listEndsAt !== undefined && environment.clock.now() >= call.listEndsAt;
  return fitness.kind === 'unsettled' && waited ? judgeByOldList(call, environment) : fitness;
}

/** K7: may a call whose outcome is unknown really go again, by the fresh list? */
function checkReplay(call: Call, environment: CallEnvironment): Fitness {
  const { unknown, replay } = call;
  if (unknown === undefined || replay === 'always') return fit;
  if (!isListFresh(call, environment)) return unsettled;
  if (bearsSecondRun(replay, call.kind.hints(call, environment))) return fit;
  return unfit(outcomeUnknown(call, unknown, new Error(unknown.message)));
}

/** The refresh did not end in time. */
function judgeByOldList(call: Call, environment: CallEnvironment): Fitness {
  const { list } = call.kind;
  const isTool = list === 'tools';
  const found = isTool ? environment.tool(call.subject) : environment.prompt(call.subject);
  if (list !== undefined && found === undefined) {
    const known = isTool ? environment.knownTools() : environment.knownPrompts();
    return unfit(subjectUnknown(call, known));
  }
  // K7 wants the fresh list, and there is none.
  const refusal = { kind: 'refuse', code: 'SERVER_UNAVAILABLE' } as const;
  return unfit(refused(call, refusal, standingOf(environment)));
}

/** What rules a call out before anybody looks at the server. */
export function findFlaw(call: Call): HoldfastError | undefined {
  const subject: unknown = call.subject;
  if (typeof subject !== 'string')
    return invalidOptions({ ...call, subject: `a ${call.kind.noun}` }, 'its name must be text');
  const optionFault = findOptionFault(call.options);
  if (optionFault !== undefined) return invalidOptions(call, optionFault);
  const given: unknown = call.arguments;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return invalidArguments(call, 'arguments must be an object');
  const { signal } = call.options;
  return signal?.aborted === true ? cancelled(call, signal.reason) : undefined;
}
