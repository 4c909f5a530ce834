import { findSchemaDefect } from '../../call/checks/schemas.ts';
import { shorten } from '../../call/errors/refusals.ts';
import { createToolFilter } from '../../catalogue/tool-filter.ts';
import type { ListedTool } from '../../catalogue/tool.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { countText } from '../../health/count-text.ts';
import { fine, note, wrong, type Finding } from './finding.ts';

/** A long list of the same complaint helps nobody. */
const SHOWN = 5;
/** A name longer than this is known by its beginning. */
const LONGEST_NAME = 100;

/** What a server lists, unfiltered. */
export interface Offers {
  readonly tools: readonly ListedTool[];
  /** Names of its prompts. */
  readonly prompts: readonly string[];
}

/**
 * Whether the tools that a server lists can be offered and checked (T1, T2, T5, K2).
 * @param dropped what was said of tools that cannot be offered at all
 */
export function checkTools(
  { tools, prompts }: Offers,
  dropped: readonly string[],
  { include = [], exclude = [] }: ServerEntry,
): Finding[] {
  // T5: filters are for both.
  const names = [...tools.map(({ name }) => name), ...prompts];
  const count = countText(tools.length, 'tool');
  return [
    fine('tools', count),
    ...dropped.map((message) => wrong('tools', message, 'Have the server mended.')),
    ...limited(tools.flatMap(schemaFindings)),
    ...limited(tools.flatMap(nameFindings)),
    ...[...include, ...exclude].flatMap((pattern) => patternFindings(pattern, names)),
  ];
}

function schemaFindings({ name, inputSchema, outputSchema }: ListedTool): Finding[] {
  const input = findSchemaDefect(inputSchema);
  const output = outputSchema && findSchemaDefect(outputSchema);
  return [
    ...(input === undefined
      ? []
      : [
          wrong(
            'tools',
            `the input schema of ${shorten(name, LONGEST_NAME)} cannot be used: ${input}`,
            'Calls go unchecked, and models may not accept the tool. Have the server mended.',
          ),
        ]),
    ...(output === undefined
      ? []
      : [
          note(
            'tools',
            `the output schema of ${shorten(name, LONGEST_NAME)} cannot be used: ${output}`,
            'The tool works; its results go unchecked.',
          ),
        ]),
  ];
}

function nameFindings({ server, name, displayName }: ListedTool): Finding[] {
  const plain = `${server}__${name}`;
  if (displayName === plain) return [];
  const reason =
    plain.length > 64 ? 'is longer than the 64 characters' : 'has characters beyond those';
  return [
    note(
      'tools',
      `${shorten(plain, LONGEST_NAME)} ${reason} that models accept; it is offered as ${displayName}`,
      'A shorter server name, of letters, digits and dashes, may keep it whole.',
    ),
  ];
}

function patternFindings(pattern: string, names: readonly string[]): Finding[] {
  const matches = createToolFilter({ include: [pattern] });
  if (names.some(matches)) return [];
  return [
    note(
      'tools',
      `no tool or prompt is called ${pattern}, which "include" or "exclude" names`,
      'See the names with "holdfast tools", and correct the pattern.',
    ),
  ];
}

function limited(findings: readonly Finding[]): Finding[] {
  const rest = findings.length - SHOWN;
  const [first] = findings;
  if (rest <= 0 || first === undefined) return [...findings];
  const more = { ...first, message: `${rest} more tools have the same trouble` };
  return [...findings.slice(0, SHOWN), more];
}
