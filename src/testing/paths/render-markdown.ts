import type { PathPlan, SeenEdge } from './path-plan.ts';
import { unreachedText } from './unreached-text.ts';

/**
 * A table for a person to review: every state and event, the guard that lets it through or keeps it
 * out, the next state, and what changes; then the paths. The same plan gives the same text.
 */
export function renderMarkdown(plan: PathPlan): string {
  const { counts, edges, paths, machine, cover, unreached } = plan;
  const missing = unreachedText(unreached);
  const onClock = paths.filter(({ clock }) => clock).length;
  return [
    `# What ${plain(machine)} does`,
    '',
    `${counts.states} states and ${counts.steps} steps were found. ${paths.length} paths cover the ${cover}; ${onClock} of them can happen on a clock.`,
    '',
    ...(missing === undefined ? [] : [plain(missing), '']),
    '| state | event | guard | next state | what changes |',
    '| --- | --- | --- | --- | --- |',
    ...edges.map(row),
    '',
    '## Paths',
    '',
    ...paths.map(({ title, steps, clock }, index) => {
      const way = steps.map(({ take }) => plain(take)).join(' → ');
      return `${index + 1}. ${plain(title)}${clock ? '' : ' (not on a clock)'}: ${way || 'the start'}`;
    }),
    '',
  ].join('\n');
}

function row(edge: SeenEdge): string {
  const { from, event, guard = '', to } = edge;
  const next = to === undefined ? 'nothing happens' : to === from ? 'stays' : to;
  return `| ${[from, event, guard, next, changesOf(edge)].map(plain).join(' | ')} |`;
}

function changesOf({ changes, arms, effects }: SeenEdge): string {
  return [
    ...Object.entries(changes).map(([path, value]) => `${path} = ${JSON.stringify(value)}`),
    ...Object.entries(arms).map(([name, delayMs]) => `arm ${name} (${delayMs} ms)`),
    ...effects,
  ].join('; ');
}

/** Names come from the machine; none may end a cell or be read as markup. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_[\]<>|#~]/g, '\\$&');
}
