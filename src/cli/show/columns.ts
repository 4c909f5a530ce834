import Table from 'cli-table3';

export interface Column {
  /** Cells, with the gap to the next column. */
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Cells of text laid out in columns, one line per row; what does not fit ends in `…`. */
export function columns(rows: readonly (readonly string[])[], layout: readonly Column[]): string[] {
  if (rows.length === 0) return [];
  const table = new Table({
    chars: noBorders,
    style: { 'padding-left': 0, 'padding-right': 2, head: [], border: [] },
    colWidths: layout.map(({ width }) => width),
    colAligns: layout.map(({ align }) => align ?? 'left'),
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** One line of at most `width` cells. */
export function cut(text: string, width: number): string {
  // The table counts its right padding into the width of the column.
  return columns([[text]], [{ width: width + 2 }])[0] ?? '';
}

/** The width for what stands in one column, with its gap, and no more than `most`. */
export function widest(rows: readonly (readonly string[])[], index: number, most: number): number {
  return Math.min(most, 2 + Math.max(6, ...rows.map((cells) => cellsOf(cells[index] ?? ''))));
}

/** Terminal cells of a text; from here on, characters of most scripts are two cells wide. */
export function cellsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (character >= '\u2e80' ? 2 : 1), 0);
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};
