import type { ListedTool } from '../../catalogue/tool.ts';
import { isObject } from '../../is-object.ts';
import { plainLine, plainText } from '../../link/plain-text.ts';
import { columns, widest } from './columns.ts';
import { exampleOf, shapeOf } from './schema-text.ts';
import { shellWord } from './shell-word.ts';

/** All there is to know about a tool before it is called. What the server says of it is untrusted. */
export function toolText(tool: ListedTool, width: number): string {
  const blocks = [
    plainLine(`${tool.server} ${tool.name}${tool.title ? `  ${tool.title}` : ''}`),
    plainText(tool.description ?? '').trim(),
    hintLine(tool),
    argumentLines(tool, width).join('\n'),
    `Call it:\n  ${callLine(tool)}`,
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function hintLine({ annotations = {} }: ListedTool): string {
  const said = Object.entries(hintWords).flatMap(([hint, words]) =>
    annotations[hint as keyof typeof annotations] === true ? [words] : [],
  );
  return said.length === 0 ? '' : `Says of itself that ${said.join(', and that ')}.`;
}

const hintWords = {
  readOnlyHint: 'it only reads',
  destructiveHint: 'it may destroy something',
  idempotentHint: 'a second run does no harm',
  openWorldHint: 'it reaches out into the world',
};

function argumentLines({ inputSchema }: ListedTool, width: number): string[] {
  const properties = propertiesOf(inputSchema);
  if (properties.length === 0) return ['It takes no arguments.'];
  const required = requiredOf(inputSchema);
  const rows = properties.map(([name, schema]) => [
    `  ${plainLine(name)}`,
    plainLine(shapeOf(schema)),
    required.has(name) ? 'required' : '',
    plainLine(descriptionOf(schema)),
  ]);
  const [names, shapes] = [0, 1].map((index) => widest(rows, index, Math.floor(width / 3)));
  const rest = Math.max(20, width - (names ?? 0) - (shapes ?? 0) - 10);
  const layout = [names ?? 20, shapes ?? 20, 10, rest].map((cells) => ({ width: cells }));
  return ['Arguments:', ...columns(rows, layout)];
}

function descriptionOf(schema: unknown): string {
  const description = isObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? description : '';
}

function callLine(tool: ListedTool): string {
  const required = requiredOf(tool.inputSchema);
  const given = propertiesOf(tool.inputSchema).filter(([name]) => required.has(name));
  const args = Object.fromEntries(given.map(([name, schema]) => [name, exampleOf(schema)]));
  const words = ['holdfast call', shellWord(tool.server), shellWord(tool.name)];
  return [...words, ...(given.length > 0 ? [shellWord(JSON.stringify(args))] : [])].join(' ');
}

function propertiesOf(schema: object): [string, unknown][] {
  const { properties } = schema as { readonly properties?: unknown };
  return isObject(properties) ? Object.entries(properties) : [];
}

function requiredOf(schema: object): ReadonlySet<unknown> {
  const { required } = schema as { readonly required?: unknown };
  return new Set(Array.isArray(required) ? (required as unknown[]) : []);
}
