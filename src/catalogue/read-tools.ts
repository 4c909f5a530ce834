import type { Tool } from './tool.ts';

export interface ReadTools {
  readonly tools: ReadonlyMap<string, Tool>;
  /** One sentence for each entry that cannot be offered. */
  readonly notices: readonly string[];
}

/** Makes tools of what a server listed, one by one: a broken entry costs only itself (T2, E5). */
export function readTools(entries: readonly unknown[]): ReadTools {
  const tools = new Map<string, Tool>();
  const notices: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const fault = findFault(entry);
    if (fault === undefined) {
      const tool = entry as Tool;
      tools.set(tool.name, withoutBrokenParts(tool));
    } else notices.push(`tool ${nameOf(entry) ?? `number ${index + 1}`} was dropped: ${fault}`);
  }
  return { tools, notices };
}

function findFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  if (nameOf(entry) === undefined) return 'it has no name';
  return isObject(entry['inputSchema']) ? undefined : 'it has no object as its input schema';
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
