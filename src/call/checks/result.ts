import { isContentPart } from '../../link/content-part.ts';
import type { Answered } from '../call-result.ts';
import type { Call } from '../call.ts';
import type { CallableTool } from '../environment.ts';
import { findSchemaFault } from './arguments.ts';
import type { Schemas } from './schemas.ts';

/** The server's result with the record of how it was had (K11). Content is passed on untouched. */
export function toAnswered(
  result: Record<string, unknown>,
  { kind, attempts, generation }: Pick<Call, 'kind' | 'attempts' | 'generation'>,
): Answered {
  if (kind.list !== 'tools') return { ...result, attempts, generation };
  // A tool that has nothing to say may leave its content out.
  return { content: [], ...result, attempts, generation };
}

/** What makes a result useless, as a sentence; undefined if nothing does. */
export function findResultFault(
  schemas: Schemas,
  result: Record<string, unknown>,
  tool: CallableTool | undefined,
): string | undefined {
  const { content, structuredContent } = result;
  if (content !== undefined && !Array.isArray(content)) return 'its content is not a list';
  if (content?.every(isContentPart) === false) return 'its content holds something without a type';
  if (tool?.outputSchema === undefined || result['isError'] === true) return undefined;
  // A missing one is checked too: a usable schema asks for an object.
  return findSchemaFault(schemas, tool.outputSchema, structuredContent, 'structuredContent');
}
