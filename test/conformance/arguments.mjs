/** Arguments that a tool's input schema takes, as far as the suite's tools go. */
export function argumentsFor({ properties = {}, required = [] } = {}) {
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name] ?? {})]));
}

function valueFor({ type, enum: choices, default: usual }) {
  if (usual !== undefined) return usual;
  if (choices !== undefined) return choices[0];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'text';
}
