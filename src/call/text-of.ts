import type { ContentPart } from '../link/content-part.ts';
import type { CallResult } from './call-result.ts';

/**
 * A tool's result as a text for a model: its texts, one below the other, and in brackets what else it
 * holds, such as `[image image/png]`. The structured content alone if there is no other. Untrusted;
 * whether the tool reports a failure in it, only `isError` says.
 */
export function textOf({
  content,
  structuredContent,
}: Pick<CallResult, 'content' | 'structuredContent'>): string {
  if (content.length > 0) return content.map(partText).join('\n');
  return structuredContent === undefined ? '' : JSON.stringify(structuredContent);
}

function partText({ type, text, resource, uri, mimeType }: ContentPart): string {
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && typeof resource?.text === 'string') return resource.text;
  const facts = [type, resource?.uri ?? uri, resource?.mimeType ?? mimeType];
  return `[${facts.filter((fact) => typeof fact === 'string').join(' ')}]`;
}
