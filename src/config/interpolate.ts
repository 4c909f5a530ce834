/** The variables that a configuration may name; usually `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** One placeholder that could not be filled in: where it stands, and why. */
export interface PlaceholderProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Fills `${VAR}`, `${VAR:-default}` and `${env:VAR}` into every string of `value` (E4). As in a
 * shell, a default also replaces an empty variable. Text in braces that looks like none of these,
 * such as `${#list}`, is left as it is: it may be meant for a shell.
 */
export function interpolate(
  value: unknown,
  variables: Variables,
): { readonly value: unknown; readonly problems: readonly PlaceholderProblem[] } {
  const problems: PlaceholderProblem[] = [];
  const fill = (part: unknown, path: string): unknown => {
    if (typeof part === 'string')
      return part.replace(placeholder, (whole: string, body: string) => {
        const filled = resolve(body, variables);
        if (typeof filled === 'object') problems.push({ path, message: filled.problem });
        return typeof filled === 'string' ? filled : whole;
      });
    if (Array.isArray(part)) return part.map((item, index) => fill(item, join(path, index)));
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(
        Object.entries(part).map(([key, item]) => [key, fill(item, join(path, key))]),
      );
    return part;
  };
  return { value: fill(value, ''), problems };
}

const placeholder = /\$\{([^{}]*)\}/g;
const variable = /^(?:env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>.*))?$/s;

/** The text to fill in, why there is none, or undefined for text that is no placeholder. */
function resolve(body: string, variables: Variables): string | { problem: string } | undefined {
  const { name, fallback } = variable.exec(body)?.groups ?? {};
  if (name === undefined)
    return /^[a-z]+:[^-]/i.test(body)
      ? { problem: `\${${body}} is not supported; use an environment variable, as in \${NAME}` }
      : undefined;
  const found = variables[name];
  if (fallback !== undefined) return found || fallback;
  return found ?? { problem: `the environment variable ${name} is not set` };
}

function join(path: string, key: string | number): string {
  return path ? `${path}.${key}` : String(key);
}
