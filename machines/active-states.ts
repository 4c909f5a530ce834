/**
 * The states that a snapshot's value stands for, by path and outer ones first, such as
 * `connection`, `connection.parked`, `connection.parked.waiting`. It serves to light a drawing:
 * only the five public names are stable, what is nested in them is free to change.
 */
export function activeStates(value: unknown): string[] {
  return typeof value === 'string' ? [value] : insideOf(value);
}

function insideOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    name,
    ...activeStates(inside).map((path) => `${name}.${path}`),
  ]);
}
