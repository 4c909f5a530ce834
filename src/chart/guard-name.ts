/** What a guard is called in a chart; `guard` for a function without a name. */
export function guardName(guard: unknown): string {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return (typeof guard === 'function' && guard.name) || 'guard';
}
