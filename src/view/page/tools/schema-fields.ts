/** One input of a form. All texts come from a server and are shown as text only. */
export interface Field {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** `json` takes what has no simpler input: objects, lists, or several types. */
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'json';
  readonly choices: readonly unknown[];
  /** What the field starts with, as it is typed. */
  readonly start: string;
  readonly isWhole: boolean;
}

/** A form longer than this is filled in faster as JSON. */
const MOST_FIELDS = 40;

type Schema = Readonly<Record<string, unknown>>;

/**
 * The inputs for a tool's arguments, from its input schema; undefined if no form says it better
 * than JSON. What is typed is checked against the whole schema when it is called (K2).
 */
export function fieldsOf(schema: Schema): Field[] | undefined {
  const { properties, required } = schema;
  if (!isSchema(properties))
    return properties === undefined && !hasAlternatives(schema) ? [] : undefined;
  const names = Object.keys(properties);
  if (names.length > MOST_FIELDS || hasAlternatives(schema)) return undefined;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return names.map((name) => toField(name, properties[name], needed.includes(name)));
}

function hasAlternatives(schema: Schema): boolean {
  return ['oneOf', 'anyOf', 'allOf', '$ref'].some((word) => word in schema);
}

function toField(name: string, given: unknown, required: boolean): Field {
  const schema = isSchema(given) ? given : {};
  const choices: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const kind = choices.length > 0 ? 'choice' : kindOf(schema['type']);
  return {
    name,
    description: typeof schema['description'] === 'string' ? schema['description'] : '',
    required,
    kind,
    choices,
    start: startOf(schema['default'], kind),
    isWhole: schema['type'] === 'integer',
  };
}

function kindOf(type: unknown): Field['kind'] {
  switch (type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'json';
  }
}

function startOf(value: unknown, kind: Field['kind']): string {
  if (value === undefined) return '';
  if (kind === 'text' && typeof value === 'string') return value;
  return JSON.stringify(value);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
