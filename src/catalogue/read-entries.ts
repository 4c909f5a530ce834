import { isObject } from '../is-object.ts';
import { isTooDeep } from './nesting.ts';

export interface ReadEntries<Entry> {
  /** By what tells them apart: a name, or a URI. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** One sentence for each entry that cannot be offered. */
  readonly notices: readonly string[];
}

/** How entries of one list are told from broken ones. */
export interface EntryRules<Entry> {
  /** What notices call an entry. */
  readonly noun: string;
  /** The field that tells entries apart. */
  readonly key: string;
  /** What else makes an entry useless; undefined if nothing does. */
  readonly findFault?: (entry: Record<string, unknown>) => string | undefined;
  /** Leaves out, or mends, what is broken in an entry that is still of use. */
  readonly clean: (entry: Record<string, unknown>) => Entry;
}

/** E5: a list of nothing but broken entries must not fill the history. */
const NOTICE_LIMIT = 10;

/** Takes what a server listed one by one: a broken entry costs only itself (T2, E5). */
export function readEntries<Entry>(
  listed: readonly unknown[],
  rules: EntryRules<Entry>,
): ReadEntries<Entry> {
  const entries = new Map<string, Entry>();
  const notices: string[] = [];
  for (const [index, entry] of listed.entries()) {
    const fault = findFault(entry, rules);
    if (fault === undefined) {
      const usable = entry as Record<string, unknown>;
      entries.set(usable[rules.key] as string, rules.clean(usable));
    } else notices.push(`${rules.noun} ${shownName(entry, index, rules)} was dropped: ${fault}`);
  }
  return { entries, notices: limited(notices, rules.noun) };
}

/** The texts of an entry that are texts, and the objects that are objects; nothing else (E5). */
export function onlySound(
  entry: Record<string, unknown>,
  texts: readonly string[],
  objects: readonly string[],
): Record<string, unknown> {
  const isBroken = ([name, value]: readonly [string, unknown]) =>
    (texts.includes(name) && typeof value !== 'string') ||
    (objects.includes(name) && !isObject(value));
  return Object.fromEntries(Object.entries(entry).filter((field) => !isBroken(field)));
}

function findFault<Entry>(entry: unknown, rules: EntryRules<Entry>): string | undefined {
  if (!isObject(entry)) return 'it is not an object';
  if (keyOf(entry, rules) === undefined) return `it has no ${rules.key}`;
  if (isTooDeep(entry)) return 'it is nested too deeply';
  return rules.findFault?.(entry);
}

function keyOf(entry: unknown, { key }: { readonly key: string }): string | undefined {
  const value = isObject(entry) ? entry[key] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function shownName(entry: unknown, index: number, rules: { readonly key: string }): string {
  const name = keyOf(entry, rules);
  return name === undefined ? `number ${index + 1}` : JSON.stringify(name.slice(0, 64));
}

function limited(notices: string[], noun: string): string[] {
  const rest = notices.length - NOTICE_LIMIT;
  if (rest <= 0) return notices;
  return [...notices.slice(0, NOTICE_LIMIT), `${rest} more ${noun}s were dropped`];
}
