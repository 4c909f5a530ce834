import { readJson } from '../../config/read-json.ts';
import { isObject } from '../../is-object.ts';
import { CliError } from '../cli-error.ts';
import { readText } from './read-text.ts';

/** One `--budget name=value`. */
export interface Budget {
  /** Dotted path. */
  readonly name: string;
  readonly value: unknown;
}

/** @throws CliError `USAGE` */
export function readBudget(text: string): Budget {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw usage(`--budget takes name=value, not ${text}`, 'As in --budget reconnectRetries=1.');
  return { name, value: parsed(value) };
}

/** Reads `--input`: JSON, or a file with JSON. @throws CliError `FILE_UNREADABLE`, HoldfastError */
export async function readInput(text: string): Promise<unknown> {
  return /^\s*[[{"\d]/.test(text)
    ? readJson(text, '--input').value
    : readJson(await readText(text), text).value;
}

/** Lays budgets over an input. @throws CliError `USAGE` if there is something else in their place. */
export function withBudgets(input: unknown, budgets: readonly Budget[]): unknown {
  return budgets.reduce((laid, { name, value }) => set(laid, name.split('.'), value), input);
}

function set(target: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (target !== undefined && !isObject(target))
    throw usage(`--budget cannot set ${key} in ${JSON.stringify(target)}`, 'See --input.');
  return { ...target, [key]: set(target?.[key], rest, value) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function usage(message: string, advice: string): CliError {
  return new CliError('usage', 'USAGE', message, { advice });
}
