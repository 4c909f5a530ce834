import type { Tool } from './tool.ts';

export interface ReadTools {
  readonly tools: ReadonlyMap<string, Tool>;
  /** One sentence for each entry that cannot be offered. */
  readonly notices: readonly string[];
}

/** E5: a list of nothing but broken entries must not fill the history. */
const NOTICE_LIMIT = 10;

/** Makes tools of what a server listed, one by one: a broken entry costs only itself (T2, E5). */
export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, Tool>();
  const notices: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const fault = findFault(entry);
    if (fault === undefined) {
      const tool = entry as Tool;
      tools.set(tool.name, withoutBrokenParts(tool));
    } else notices.push(`tool ${shownName(entry, index)} was dropped: ${fault}`);
  }
  return { tools, notices: limited(notices) };
}

function shownName(entry: unknown, index: number): string {
  const name = nameOf(entry);
  return name === undefined ? `number ${index + 1}` : JSON.stringify(name.slice(0, 64));
}

function limited(notices: string[]): string[] {
  const rest = notices.length - NOTICE_LIMIT;
  if (rest <= 0) return notices;
  return [...notices.slice(0, NOTICE_LIMIT), `${rest} more tools were dropped`];
}

function findFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  if (nameOf(entry) === undefined) return 'it has no name';
  const schema = entry['inputSchema'];
  if (!isObject(schema)) return 'it has no input schema';
  const { type = 'object' } = schema;
  return type === 'object' ? undefined : 'its input schema is not for an object';
}

/** An unusable output schema or annotation is as good as none; the tool itself still works. */
function withoutBrokenParts(tool: Tool): Tool {
  const { outputSchema, annotations, description, title, ...rest } = tool;
  return {
    ...rest,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(isObject(outputSchema) && { outputSchema }),
    ...(isObject(annotations) && { annotations }),
  };
}

function nameOf(entry: unknown): string | undefined {
  const name = isObject(entry) ? entry['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
