import type { CallResult } from '../../call/call-result.ts';
import type { ContentPart } from '../../link/content-part.ts';
import { plainLine, plainText } from '../../link/plain-text.ts';
import { safeJson } from './safe-json.ts';

/** A tool's result for a person to read. */
export function callText({ content, structuredContent }: CallResult): string {
  if (content.length > 0) return content.map(partText).join('\n');
  return structuredContent === undefined ? '' : safeJson(structuredContent, 2);
}

/** The parts of MCP content; anything else is shown as it is, since it comes from a server. */
function partText(part: ContentPart): string {
  const facts: Readonly<Record<string, unknown>> = part;
  const { type, text } = facts;
  if (type === 'text' && typeof text === 'string') return plainText(text);
  if (type === 'image' || type === 'audio') return `[${type} ${kind(facts)}, ${size(facts)}]`;
  if (type === 'resource_link') return `[link ${line(facts['uri'])} ${line(facts['name'])}]`;
  if (type === 'resource') return resourceText(facts['resource']);
  return safeJson(part);
}

function resourceText(resource: unknown): string {
  const facts = (resource ?? {}) as Readonly<Record<string, unknown>>;
  const { text } = facts;
  const heading = `[resource ${line(facts['uri'])} ${kind(facts)}]`;
  return typeof text === 'string' ? `${heading}\n${plainText(text)}` : heading;
}

function kind({ mimeType }: Readonly<Record<string, unknown>>): string {
  return mimeType === undefined ? 'of unknown type' : line(mimeType);
}

/** Base64 holds three bytes in four characters. */
function size({ data }: Readonly<Record<string, unknown>>): string {
  return typeof data === 'string' ? `${Math.floor((data.length * 3) / 4)} bytes` : 'empty';
}

function line(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '?';
}
