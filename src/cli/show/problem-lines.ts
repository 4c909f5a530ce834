import { relative } from 'node:path';
import type { LoadedConfig } from '../../config/load-config.ts';
import { plainLine } from '../../link/plain-text.ts';

/** What is wrong with single servers in a configuration, as compilers tell it. */
export function problemLines({ file, problems }: LoadedConfig): string[] {
  return problems.map(({ server, position, severity, path, message }) =>
    plainLine(
      `${relative(process.cwd(), file)}:${position} ${severity}: ${server}: ${path} ${message}`,
    ),
  );
}
