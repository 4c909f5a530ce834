import { onlySound, readEntries, type EntryRules, type ReadEntries } from './read-entries.ts';
import type { Resource, ResourceTemplate } from './resource.ts';

/** Makes resources of what a server listed (T6). */
export function readResources(listed: readonly unknown[]): ReadEntries<Resource> {
  return readEntries(listed, resourceRules);
}

export function readResourceTemplates(listed: readonly unknown[]): ReadEntries<ResourceTemplate> {
  return readEntries(listed, templateRules);
}

const resourceRules: EntryRules<Resource> = {
  noun: 'resource',
  key: 'uri',
  clean: ({ size, ...entry }) => ({
    ...(described(entry, 'uri') as unknown as Resource),
    ...(typeof size === 'number' && { size }),
  }),
};

const templateRules: EntryRules<ResourceTemplate> = {
  noun: 'resource template',
  key: 'uriTemplate',
  clean: (entry) => described(entry, 'uriTemplate') as unknown as ResourceTemplate,
};

/** One without a name can be read all the same; its address then stands for it. */
function described(entry: Record<string, unknown>, key: string): Record<string, unknown> {
  const texts = ['name', 'title', 'description', 'mimeType'];
  return { name: entry[key], ...onlySound(entry, texts, ['annotations']) };
}
