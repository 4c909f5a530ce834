import { plainLine } from '../../link/plain-text.ts';
import type { ConfigReload } from '../../supervisor/watch-config.ts';
import { problemLines } from './problem-lines.ts';

/** What a changed configuration has led to (F4): one line, and one for each problem in it. */
export function reloadText(reload: ConfigReload): string {
  const parts = [
    part('added', reload.added),
    part('changed', reload.changed),
    part('removed', reload.removed),
    part('kept as before', reload.kept),
    ...(reload.policyChanged ? ['policy changed'] : []),
  ].filter((text) => text !== '');
  const what = parts.length === 0 ? 'nothing changed' : parts.join('; ');
  return [plainLine(`configuration reloaded: ${what}`), ...problemLines(reload.config)].join('\n');
}

function part(verb: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${verb} ${names.join(', ')}`;
}
