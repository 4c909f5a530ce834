/** The lists that a server may offer (T2, T6). */
export type ListKind = 'tools' | 'prompts' | 'resources' | 'resourceTemplates';

export interface ListMethod {
  readonly method: string;
  /** Under which key of the answer the entries are. */
  readonly key: string;
  /** The capability that declares it. */
  readonly capability: 'tools' | 'prompts' | 'resources';
}

export const listMethods: Readonly<Record<ListKind, ListMethod>> = {
  tools: { method: 'tools/list', key: 'tools', capability: 'tools' },
  prompts: { method: 'prompts/list', key: 'prompts', capability: 'prompts' },
  resources: { method: 'resources/list', key: 'resources', capability: 'resources' },
  resourceTemplates: {
    method: 'resources/templates/list',
    key: 'resourceTemplates',
    capability: 'resources',
  },
};

export const listKinds = Object.keys(listMethods) as readonly ListKind[];

/** A list that changed without its server being able to say which: templates go with resources. */
export function kindsOf(capability: ListMethod['capability']): readonly ListKind[] {
  return listKinds.filter((kind) => listMethods[kind].capability === capability);
}
