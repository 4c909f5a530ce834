import type { ListedTool } from '../../catalogue/tool.ts';
import { plainLine } from '../../link/plain-text.ts';
import { columns, widest } from './columns.ts';

/** Tools by server: name, and the first line of what the server says about it. */
export function toolsTable(tools: readonly ListedTool[], width: number): string {
  const rows = tools.map((tool) => [
    plainLine(tool.server),
    plainLine(tool.name),
    `${tool.availability === 'ready' ? '' : `(${tool.availability}) `}${plainLine(firstLine(tool))}`,
  ]);
  const [server, name] = [0, 1].map((index) => widest(rows, index, Math.floor(width / 3)));
  const layout = [server, name, Math.max(20, width - (server ?? 0) - (name ?? 0))];
  const heading = ['SERVER', 'TOOL', 'WHAT IT DOES'];
  return columns(
    [heading, ...rows],
    layout.map((columnWidth) => ({ width: columnWidth ?? 20 })),
  ).join('\n');
}

function firstLine({ description = '', title = '' }: ListedTool): string {
  return (description || title).split('\n', 1)[0] ?? '';
}
