import type { HoldfastError } from '../errors/holdfast-error.ts';
import { findArgumentFault } from './arguments.ts';
import type { Call } from './call.ts';
import type { CallEnvironment } from './environment.ts';
import { outcomeUnknown } from './failures.ts';
import { invalidArguments, refused, toolUnknown } from './refusals.ts';
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

/** K7: may a call whose outcome is unknown really go again, by the fresh list? */
export function checkReplay(call: Call, environment: CallEnvironment): Fitness {
  const { unknown, replay } = call;
  if (unknown === undefined || replay === 'always') return fit;
  if (!environment.listIsFresh()) return unsettled;
  if (bearsSecondRun(replay, environment.tool(call.tool)?.annotations)) return fit;
  return unfit(outcomeUnknown(call, unknown, new Error(unknown.message)));
}

/** The refresh did not end in time: what the old list says has to do. */
export function judgeUnsettled(
  call: Call,
  environment: CallEnvironment,
): HoldfastError | undefined {
  if (environment.tool(call.tool) === undefined) return toolUnknown(call, environment.knownTools());
  if (call.unknown === undefined || call.replay === 'always') return undefined;
  // K7 wants the fresh list, and there is none.
  return refused(call, { kind: 'refuse', code: 'SERVER_UNAVAILABLE' }, environment.state());
}

function unfit(error: HoldfastError): Fitness {
  return { kind: 'unfit', error };
}
