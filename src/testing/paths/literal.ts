const WIDTH = 100;

/** JSON text as a person writes it: on one line where it fits, else one entry per line. */
export function literal(value: unknown, indent: number): string {
  const short = oneLine(value);
  if (short.length + indent <= WIDTH || typeof value !== 'object' || value === null) return short;
  const inner = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = Array.isArray(value)
    ? value.map((item) => literal(item, indent + 2))
    : entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${literal(item, indent + 2)}`);
  return [open, ...lines.map((line) => `${inner}${line},`), `${' '.repeat(indent)}${close}`].join(
    '\n',
  );
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => item !== undefined);
}
