import { unknownKey } from './describe-issue.ts';
import { entryKeys } from './parse-server-entry.ts';

/** An entry in our own words, and what its file said beyond them. */
export interface TranslatedEntry {
  readonly entry: unknown;
  readonly unknownKeys: readonly { readonly key: string; readonly message: string }[];
}

/**
 * Puts an entry as hosts write it into our own words (E4): `type` tells the transport, `disabled`
 * is the opposite of `enabled`. Keys that we don't know are taken out and named.
 */
export function translateEntry(raw: unknown): TranslatedEntry {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { entry: raw, unknownKeys: [] };
  const { type, disabled, ...rest } = raw as Record<string, unknown>;
  const known = Object.entries(rest).filter(([key]) => entryKeys.includes(key));
  return {
    entry: {
      ...Object.fromEntries(known),
      ...transportOf(type, rest),
      ...(disabled === true ? { enabled: false } : {}),
      // A value of the wrong kind goes on to the check, which names it.
      ...(disabled === undefined || typeof disabled === 'boolean' ? {} : { enabled: disabled }),
    },
    unknownKeys: Object.keys(rest)
      .filter((key) => !entryKeys.includes(key))
      .map((key) => ({ key, message: unknownKey(key, hostKeys) })),
  };
}

const hostKeys = [...entryKeys, 'type', 'disabled'];

const transports: Readonly<Record<string, 'http' | 'sse'>> = {
  http: 'http',
  'streamable-http': 'http',
  streamableHttp: 'http',
  sse: 'sse',
};

function transportOf(type: unknown, entry: Record<string, unknown>): { transport?: unknown } {
  if (type === undefined || (type === 'stdio' && !('url' in entry))) return {};
  return { transport: (typeof type === 'string' ? transports[type] : undefined) ?? type };
}
