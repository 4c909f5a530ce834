import { isObject } from '../is-object.ts';
import type { Prompt } from './prompt.ts';
import { onlySound, readEntries, type EntryRules, type ReadEntries } from './read-entries.ts';

/** Makes prompts of what a server listed (T6). */
export function readPrompts(listed: readonly unknown[]): ReadEntries<Prompt> {
  return readEntries(listed, promptRules);
}

const promptRules: EntryRules<Prompt> = {
  noun: 'prompt',
  key: 'name',
  findFault: ({ arguments: given }) =>
    given === undefined || given === null || isArgumentList(given)
      ? undefined
      : 'its arguments are not a list of named ones',
  clean: ({ arguments: given, ...entry }) =>
    ({
      ...onlySound(entry, ['title', 'description'], []),
      ...(isArgumentList(given) && { arguments: given }),
    }) as unknown as Prompt,
};

function isArgumentList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => isObject(each) && typeof each['name'] === 'string')
  );
}
