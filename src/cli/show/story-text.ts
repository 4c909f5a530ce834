import { plainLine } from '../../link/plain-text.ts';
import type { Entry } from '../../record/read-recording.ts';
import { storyOf } from '../../record/story.ts';
import type { Terminal } from '../terminal.ts';

/** A recording told for people, one line for each thing that happened. */
export function storyText(entries: readonly Entry[], colors: Terminal['colors']): string {
  let startedAt = 0;
  return entries
    .flatMap(({ line }) => {
      if (line === undefined) return [];
      if (line.kind === 'recording') startedAt = line.startedAt;
      const story = storyOf(line);
      if (story === undefined) return [];
      const server = 'server' in line ? plainLine(line.server) : '';
      const time = new Date(startedAt + line.at).toISOString();
      return [`${colors.dim(time)}  ${server.padEnd(16)}  ${story}`];
    })
    .join('\n');
}
