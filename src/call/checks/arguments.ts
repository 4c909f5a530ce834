import type { ErrorObject } from 'ajv';
import { hintAt } from '../../../machines/nearest-name.ts';
import { isObject } from '../../is-object.ts';
import type { Schemas } from './schemas.ts';

/** More than a few faults at once help nobody to mend the first. */
const shownFaults = 4;

/**
 * What is wrong with a call's arguments, in words that let a model mend them (K2); undefined if
 * nothing is. Values are not repeated: they may be secret.
 */
export function findArgumentFault(
  schemas: Schemas,
  inputSchema: object,
  given: unknown,
): string | undefined {
  return findSchemaFault(schemas, inputSchema, given, 'arguments');
}

/** The same for any value; `root` is what the sentence calls it. */
export function findSchemaFault(
  schemas: Schemas,
  schema: object,
  given: unknown,
  root: string,
): string | undefined {
  const errors = schemas.check(schema, given);
  if (errors.length === 0) return undefined;
  const telling = errors.filter(isTelling);
  const faults = telling.length > 0 ? telling : errors;
  const shown = faults.slice(0, shownFaults).map((fault) => describe(fault, given, root));
  const more = faults.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

/** Frames around the faults that matter, which say nothing themselves. */
const frames = new Set(['if', 'allOf', '$ref']);

function isTelling({ keyword }: ErrorObject): boolean {
  return !frames.has(keyword);
}

function describe(fault: ErrorObject, given: unknown, root: string): string {
  const place = `${root}${fault.instancePath.replaceAll('/', '.')}`;
  const detail = fault.params as Readonly<Record<string, unknown>>;
  switch (fault.keyword) {
    case 'required':
      return `${place}.${String(detail['missingProperty'])} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return describeUnknown(place, fault, detail);
    case 'enum':
      return `${place} must be one of ${listOf(detail['allowedValues'])}`;
    case 'const':
      return `${place} must be ${shorten(JSON.stringify(detail['allowedValue']))}`;
    case 'type':
      return `${place} must be ${String(detail['type'])}, not ${typeAt(given, fault.instancePath)}`;
    default:
      return shorten(`${place} ${fault.message ?? `fails ${fault.keyword}`}`);
  }
}

function describeUnknown(
  place: string,
  fault: ErrorObject,
  detail: Readonly<Record<string, unknown>>,
): string {
  const name = String(detail['additionalProperty'] ?? detail['unevaluatedProperty']);
  const parent: unknown = fault.parentSchema;
  const known = isObject(parent) && isObject(parent['properties']) ? parent['properties'] : {};
  const names = Object.keys(known);
  const hint = names.length > 0 ? `; ${hintAt(name, names)}` : '';
  return shorten(`${place} must not have ${name}${hint}`);
}

function listOf(values: unknown): string {
  const list = Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : [];
  return shorten(list.join(', '));
}

function typeAt(given: unknown, path: string): string {
  let value = given;
  for (const step of path.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isContainer(value) ? value[key] : undefined;
  }
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
