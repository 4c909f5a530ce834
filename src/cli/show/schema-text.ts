import { isObject } from '../../is-object.ts';

/** Deeper parts are only named: a server may nest as deep as it likes. */
const DEEPEST = 3;
const LISTED = 6;

/** What a value may be, in a few words; of a schema that says nothing, `anything`. */
export function shapeOf(schema: unknown, depth = 0): string {
  if (!isObject(schema)) return 'anything';
  const { type, items } = schema;
  const choices = schema['enum'];
  if (Array.isArray(choices)) return listed(choices.map((choice) => JSON.stringify(choice)));
  if ('const' in schema) return JSON.stringify(schema['const']);
  const parts = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(parts) && depth < DEEPEST)
    return listed(parts.map((part) => shapeOf(part, depth + 1)));
  if (type === 'array' && depth < DEEPEST) return `list of ${shapeOf(items, depth + 1)}`;
  if (Array.isArray(type)) return listed(type.map(String));
  return typeof type === 'string' ? type : 'anything';
}

/** A value of that shape, for somebody to put another in its place. */
export function exampleOf(schema: unknown, depth = 0): unknown {
  if (!isObject(schema)) return '…';
  for (const given of [schema['default'], schema['const'], firstOf(schema['enum'])])
    if (given !== undefined) return given;
  const { type = 'string', items } = schema;
  const part = firstOf(schema['anyOf']) ?? firstOf(schema['oneOf']);
  if (part !== undefined && depth < DEEPEST) return exampleOf(part, depth + 1);
  const kind: unknown = firstOf(type) ?? type;
  if (kind === 'number' || kind === 'integer') return 1;
  if (kind === 'boolean') return true;
  if (kind === 'array') return depth < DEEPEST ? [exampleOf(items, depth + 1)] : [];
  if (kind === 'object') return {};
  return kind === 'null' ? null : '…';
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? (value as unknown[])[0] : undefined;
}

function listed(choices: readonly string[]): string {
  const shown = choices.slice(0, LISTED).join(' or ');
  return choices.length > LISTED ? `${shown} or …` : shown;
}
