import wrapAnsi from 'wrap-ansi';

/**
 * Text that is at most `width` cells wide. What a line has no room for stands below its last column,
 * if that begins in the left half; columns are two spaces or more apart.
 */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string[] {
  const indent = lastColumn(line, Math.floor(width / 2));
  const [first = '', ...others] = wrapAnsi(line.slice(indent), Math.max(1, width - indent), {
    hard: true,
  }).split('\n');
  return [line.slice(0, indent) + first, ...others.map((other) => ' '.repeat(indent) + other)];
}

function lastColumn(line: string, within: number): number {
  const starts = [...line.matchAll(/ {2,}(?=\S)/g)].map((gap) => gap.index + gap[0].length);
  return starts.filter((start) => start <= within).at(-1) ?? 0;
}
