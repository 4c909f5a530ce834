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
  const { properties = {}, required } = schema;
  if (!isSchema(properties) || hasAlternatives(schema)) return undefined;
  const needed = listOf(required).filter((name) => typeof name === 'string');
  // What is required need not be described, and could not be given without a field.
  const names = [...new Set([...Object.keys(properties), ...needed])];
  if (names.length > MOST_FIELDS) return undefined;
  const own = new Map(Object.entries(properties));
  return names.map((name) => toField(name, own.get(name), needed.includes(name)));
}

function hasAlternatives(schema: Schema): boolean {
  return ['oneOf', 'anyOf', 'allOf', '$ref'].some((word) => word in schema);
}

function toField(name: string, given: unknown, required: boolean): Field {
  const whole = isSchema(given) ? given : {};
  const schema = required ? whole : withoutNull(whole);
  const choices = choicesOf(schema);
  const kind = choices.length > 0 ? 'choice' : kindOf(schema['type']);
  return {
    name,
    description: typeof whole['description'] === 'string' ? whole['description'] : '',
    required,
    kind,
    choices,
    start: startOf(whole['default'], kind, choices),
    isWhole: schema['type'] === 'integer',
  };
}

/** "A text or null" is how many servers say that a text may be left out, which is done by no text. */
function withoutNull(schema: Schema): Schema {
  const { type, anyOf } = schema;
  const types = listOf(type).filter((each) => each !== 'null');
  if (types.length === 1) return { ...schema, type: types[0] };
  const schemas = listOf(anyOf).filter((each) => !isSchema(each) || each['type'] !== 'null');
  return schemas.length === 1 && isSchema(schemas[0]) ? schemas[0] : schema;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function choicesOf(schema: Schema): readonly unknown[] {
  if ('const' in schema) return [schema['const']];
  return listOf(schema['enum']);
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

/** A default that its own input could not show is none, or what is not seen would be sent. */
function startOf(value: unknown, kind: Field['kind'], choices: readonly unknown[]): string {
  if (value === undefined) return '';
  const text = JSON.stringify(value);
  switch (kind) {
    case 'text':
      return typeof value === 'string' ? value : '';
    case 'number':
      return typeof value === 'number' ? text : '';
    case 'boolean':
      return typeof value === 'boolean' ? text : '';
    case 'choice':
      return choices.some((choice) => JSON.stringify(choice) === text) ? text : '';
    case 'json':
      return text;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
