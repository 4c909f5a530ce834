import type { Field } from './schema-fields.ts';

/** What a form comes to: arguments, or what is wrong with which field. */
export type Reading =
  { readonly args: Record<string, unknown> } | { readonly faults: ReadonlyMap<string, string> };

/** Turns what was typed into arguments. A field that was left empty is left out. */
export function readFields(fields: readonly Field[], typed: ReadonlyMap<string, string>): Reading {
  const values: [name: string, value: unknown][] = [];
  const faults = new Map<string, string>();
  for (const field of fields) {
    const text = typed.get(field.name) ?? field.start;
    if (text === '' && !(field.required && field.kind === 'text')) {
      if (field.required) faults.set(field.name, 'It is required.');
      continue;
    }
    const value = readValue(field, text);
    if (value === undefined) faults.set(field.name, faultText(field));
    else values.push([field.name, value]);
  }
  // Own properties whatever their names are, also `__proto__`.
  return faults.size > 0 ? { faults } : { args: Object.fromEntries(values) };
}

function faultText({ kind, isWhole }: Field): string {
  return kind === 'number' && isWhole
    ? 'It has to be a whole number, and not too large.'
    : faultTexts[kind];
}

const faultTexts: Readonly<Record<Field['kind'], string>> = {
  text: '',
  number: 'It has to be a number.',
  boolean: 'It has to be true or false.',
  choice: 'It has to be one of the choices.',
  json: 'It has to be JSON, such as {"a": 1} or ["a", "b"] or "text".',
};

function readValue({ kind, isWhole }: Field, text: string): unknown {
  if (kind === 'text') return text;
  const value = readJson(text);
  if (kind !== 'number') return value;
  // 1e999 is JSON and no number that could be sent; nor is a whole one that loses its last digits.
  return (isWhole ? Number.isSafeInteger(value) : Number.isFinite(value)) ? value : undefined;
}

/** Undefined for what is no JSON, which no JSON can stand for. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
