import { findSchemaFault } from './arguments.ts';
import type { CallResult, CallableTool } from './environment.ts';
import type { CallRecord } from './refusals.ts';
import type { Schemas } from './schemas.ts';

/** The server's result with the record of how it was had (K11). Content is passed on untouched. */
export function toCallResult(
  result: Record<string, unknown>,
  { attempts, generation }: Pick<CallRecord, 'attempts' | 'generation'>,
): CallResult {
  return { content: [], ...result, attempts, generation } as CallResult;
}

/** What makes a result useless, as a sentence; undefined if nothing does. */
export function findResultFault(
  schemas: Schemas,
  result: Record<string, unknown>,
  tool: CallableTool | undefined,
): string | undefined {
  const { content, structuredContent } = result;
  if (content !== undefined && !Array.isArray(content)) return 'its content is not a list';
  if (tool?.outputSchema === undefined || result['isError'] === true) return undefined;
  // A missing one is checked too: a usable schema asks for an object.
  return findSchemaFault(schemas, tool.outputSchema, structuredContent, 'structuredContent');
}
