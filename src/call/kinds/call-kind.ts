import type { Fitness } from '../checks/fit.ts';
import type { Schemas } from '../checks/schemas.ts';
import type { CallEnvironment, ToolHints } from '../environment.ts';
import type { CallNature, CallRecord } from '../errors/refusals.ts';

/**
 * One sort of call: what is asked for, how it is checked, and whether a second run does harm. All
 * else, from admission to replay, is the same for every sort.
 */
export interface CallKind extends CallNature {
  /** The JSON-RPC method. */
  readonly method: string;
  /** The list that its subject has to be in (K2); undefined if it need not be in any. */
  readonly list: 'tools' | 'prompts' | undefined;
  params(call: AskedCall): Record<string, unknown>;
  /** Does it fit what the server lists now (K2)? */
  check(call: AskedCall, environment: CallEnvironment, schemas: Schemas): Fitness;
  /** What the server says of a second run, by its present list (K7). */
  hints(call: AskedCall, environment: CallEnvironment): ToolHints | undefined;
  /** What makes a result useless, as a sentence; undefined if nothing does. */
  findResultFault(
    result: Record<string, unknown>,
    call: AskedCall,
    environment: CallEnvironment,
    schemas: Schemas,
  ): string | undefined;
}

/** A call, as far as its sort has to know it. */
export interface AskedCall extends CallRecord {
  readonly kind: CallKind;
  readonly arguments: Record<string, unknown>;
  /** The input schema that its arguments were checked against. */
  checkedSchema: object | undefined;
}
