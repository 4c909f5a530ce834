import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One fenced block of a page. */
export interface FencedBlock {
  readonly page: string;
  /** The line that the block's first line is on, as an editor shows it. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of the README and the guide. */
export function readFencedBlocks(): FencedBlock[] {
  const guide = readdirSync('docs/guide').map((file) => join('docs/guide', file));
  return ['README.md', ...guide].flatMap((page) => blocksOf(page, readFileSync(page, 'utf8')));
}

function blocksOf(page: string, markdown: string): FencedBlock[] {
  const fences = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...fences].map((match) => ({
    page,
    line: markdown.slice(0, match.index).split('\n').length + 1,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}
