import { CliError } from '../cli-error.ts';

/**
 * A tool's arguments from the command line: one JSON object, or `key=value` pairs whose values are
 * JSON where they can be read as such, else text.
 * @throws CliError `USAGE`
 */
export function parseArguments(given: readonly string[]): Record<string, unknown> {
  const [first] = given;
  if (given.length === 1 && first?.trimStart().startsWith('{')) return parseObject(first);
  return Object.fromEntries(given.map(parsePair));
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    throw wrongArguments(`the arguments are not JSON: ${(error as Error).message}`);
  }
}

function parsePair(text: string): [string, unknown] {
  const end = text.indexOf('=');
  if (end < 1) throw wrongArguments(`an argument must be key=value, not ${text}`);
  return [text.slice(0, end), parseValue(text.slice(end + 1))];
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON, so it is what it looks like.
    return text;
  }
}

function wrongArguments(message: string): CliError {
  return new CliError('usage', 'USAGE', message, {
    advice: `Write one JSON object, as in '{"path": "a.txt"}', or path=a.txt.`,
  });
}
