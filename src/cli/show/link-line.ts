import type { Terminal } from '../terminal.ts';

/** A page on this machine, by what it shows. */
export interface Link {
  readonly label: string;
  readonly address: string;
}

/** A line with an address; where colours are wanted it can be clicked, also when it is wrapped. */
export function linkLine({ label, address }: Link, colors: Terminal['colors']): string {
  const shown = colors.cyan(address);
  if (!colors.isColorSupported) return `${label}  ${shown}`;
  return `${label}  ${hyperlink}${address}\u0007${shown}${hyperlink}\u0007`;
}

/** The lines of a terminal that a line of text takes. */
export function linesOf(text: string, width: number): number {
  return Math.max(1, Math.ceil(text.replace(invisible, '').length / width));
}

/** OSC 8: what follows, up to BEL, is where a click leads; with nothing there the link ends. */
const hyperlink = '\u001b]8;;';

const invisible = new RegExp(`${'\u001b'}(?:\\[[0-9;]*m|\\]8;;[^\u0007]*\u0007)`, 'g');
