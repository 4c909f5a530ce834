import { isObject } from '../is-object.ts';
import { onlySound, readEntries, type EntryRules, type ReadEntries } from './read-entries.ts';
import type { Tool } from './tool.ts';

/** Makes tools of what a server listed (T2). */
export function readTools(listed: readonly unknown[]): ReadEntries<Tool> {
  return readEntries(listed, toolRules);
}

const toolRules: EntryRules<Tool> = {
  noun: 'tool',
  key: 'name',
  findFault: ({ inputSchema }) => {
    if (!isObject(inputSchema)) return 'it has no input schema';
    const { type = 'object' } = inputSchema;
    return type === 'object' ? undefined : 'its input schema is not for an object';
  },
  // An unusable output schema or annotation is as good as none; the tool itself still works.
  clean: (entry) =>
    onlySound(
      entry,
      ['title', 'description'],
      ['outputSchema', 'annotations', 'execution'],
    ) as unknown as Tool,
};
