import { PathError } from './path-error.ts';

/** One value of a context, as it is compared and printed. */
export type Plain = string | number | boolean | null;

/** The values of a context by dotted path, as in `recovery.retries`. */
export type ContextValues = ReadonlyMap<string, Plain>;

/** Stands for a value that is not there any more. */
export const absent = '(absent)';

/**
 * A context as plain values, so that it can be compared, printed and told apart. An actor is its id.
 * @param ignored Paths that are left out, with all below them.
 * @throws PathError `BAD_CONTEXT` for what JSON would lose without a word.
 */
export function contextValues(context: unknown, ignored: readonly string[]): ContextValues {
  const values = new Map<string, Plain>();
  collect(context, { path: '', around: [], ignored, values });
  return values;
}

/** What differs, by path, with the value it has now. */
export function changesBetween(before: ContextValues, now: ContextValues): Record<string, Plain> {
  const paths = [...new Set([...before.keys(), ...now.keys()])].sort();
  const changed = paths.filter((path) => before.get(path) !== now.get(path));
  return Object.fromEntries(changed.map((path) => [path, valueAt(now, path)]));
}

/** The paths at which two contexts differ; what they share is not looked into. */
export function changedPaths(
  before: unknown,
  now: unknown,
  ignored: readonly string[],
  path = '',
): string[] {
  if (before === now || ignored.includes(path)) return [];
  if (!isNested(before) || !isNested(now)) return [path];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return keys.flatMap((key) =>
    changedPaths(before[key], now[key], ignored, path === '' ? key : `${path}.${key}`),
  );
}

/** An actor is one value. */
function isNested(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && actorId(value) === undefined;
}

function valueAt(values: ContextValues, path: string): Plain {
  const value = values.get(path);
  return value === undefined ? absent : value;
}

interface Place {
  readonly path: string;
  readonly around: readonly unknown[];
  readonly ignored: readonly string[];
  readonly values: Map<string, Plain>;
}

function collect(value: unknown, place: Place): void {
  const { path, around, ignored, values } = place;
  if (value === undefined || ignored.includes(path)) return;
  if (value === null || typeof value === 'string' || typeof value === 'boolean')
    return void values.set(path, value);
  if (typeof value === 'number')
    return void values.set(path, Number.isFinite(value) ? value : String(value));
  if (typeof value !== 'object') throw unfit(path, `a ${typeof value}`);
  if (around.includes(value)) throw unfit(path, 'a cycle');
  if (value instanceof Error) return void values.set(path, `${value.name}: ${value.message}`);
  const id = actorId(value);
  if (id !== undefined) return void values.set(path, `actor ${id}`);
  const plain = plainObject(value, path);
  const entries = Object.entries(plain);
  if (entries.length === 0) return void values.set(path, Array.isArray(plain) ? '[]' : '{}');
  for (const [key, inner] of entries)
    collect(inner, {
      ...place,
      path: path === '' ? key : `${path}.${key}`,
      around: [...around, value],
    });
}

function actorId(value: object): string | undefined {
  return 'sessionId' in value && 'send' in value && 'id' in value ? String(value.id) : undefined;
}

/** JSON turns a Map into {}, and two different ones would count as the same. */
function plainObject(value: object, path: string): object {
  if (Array.isArray(value)) return value as unknown[];
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    const json: unknown = (value as { toJSON(): unknown }).toJSON();
    return typeof json === 'object' && json !== null ? json : { json };
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return value;
  throw unfit(path, `a ${value.constructor.name}`);
}

function unfit(path: string, what: string): PathError {
  const place = path === '' ? 'The context' : `context.${path}`;
  return new PathError(
    'BAD_CONTEXT',
    `${place} is ${what}, which cannot be told apart from others.`,
    {
      advice: `Keep it outside the context, or leave it out with --ignore ${path || 'PATH'} if no guard or delay reads it.`,
    },
  );
}
