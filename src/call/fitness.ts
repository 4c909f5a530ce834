import type { HoldfastError } from '../errors/holdfast-error.ts';
import { findArgumentFault } from './arguments.ts';
import type { Call } from './call.ts';
import type { CallEnvironment } from './environment.ts';
import { cancelled, outcomeUnknown } from './failures.ts';
import { findOptionFault } from './options.ts';
import { invalidArguments, invalidOptions, refused, toolUnknown } from './refusals.ts';
import { bearsSecondRun } from './replay.ts';
import type { Schemas } from './schemas.ts';

/** Does the call fit the tools as they are listed now? */
export type Fitness =
  | { readonly kind: 'fit' }
  | { readonly kind: 'unfit'; readonly error: HoldfastError }
  /** Only a list refresh that is due can tell. */
  | { readonly kind: 'unsettled' };

const fit: Fitness = { kind: 'fit' };
const unsettled: Fitness = { kind: 'unsettled' };

/** K2: the tool is known, and the arguments fit its input schema. */
export function checkFitness(call: Call, environment: CallEnvironment, schemas: Schemas): Fitness {
  const tool = environment.tool(call.tool);
  if (tool === undefined) {
    // Without a session the last list says nothing about the next one.
    if (environment.session() === undefined || !environment.listIsFresh()) return unsettled;
    return unfit(toolUnknown(call, environment.knownTools()));
  }
  if (call.checkedSchema === tool.inputSchema) return fit;
  const fault = findArgumentFault(schemas, tool.inputSchema, call.arguments);
  if (fault !== undefined) return unfit(invalidArguments(call, fault));
  call.checkedSchema = tool.inputSchema;
  return fit;
}

/** The same for a call that is about to go, which may have waited since (K2, K7). */
export function checkBeforeSending(
  call: Call,
  environment: CallEnvironment,
  schemas: Schemas,
): Fitness {
  let fitness = checkFitness(call, environment, schemas);
  if (fitness.kind === 'fit') fitness = checkReplay(call, environment);
  const waited = call.listEndsAt !== undefined && environment.clock.now() >= call.listEndsAt;
  return fitness.kind === 'unsettled' && waited ? judgeByOldList(call, environment) : fitness;
}

/** K7: may a call whose outcome is unknown really go again, by the fresh list? */
function checkReplay(call: Call, environment: CallEnvironment): Fitness {
  const { unknown, replay } = call;
  if (unknown === undefined || replay === 'always') return fit;
  if (!environment.listIsFresh()) return unsettled;
  if (bearsSecondRun(replay, environment.tool(call.tool)?.annotations)) return fit;
  return unfit(outcomeUnknown(call, unknown, new Error(unknown.message)));
}

/** The refresh did not end in time. */
function judgeByOldList(call: Call, environment: CallEnvironment): Fitness {
  if (environment.tool(call.tool) === undefined)
    return unfit(toolUnknown(call, environment.knownTools()));
  // K7 wants the fresh list, and there is none.
  return unfit(refused(call, { kind: 'refuse', code: 'SERVER_UNAVAILABLE' }, environment.state()));
}

/** What rules a call out before anybody looks at the server. */
export function findFlaw(call: Call): HoldfastError | undefined {
  const optionFault = findOptionFault(call.options);
  if (optionFault !== undefined) return invalidOptions(call, optionFault);
  const given: unknown = call.arguments;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return invalidArguments(call, 'arguments must be an object');
  const { signal } = call.options;
  return signal?.aborted === true ? cancelled(call, signal.reason) : undefined;
}

function unfit(error: HoldfastError): Fitness {
  return { kind: 'unfit', error };
}
