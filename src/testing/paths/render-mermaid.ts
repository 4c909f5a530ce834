import type { PathPlan } from './path-plan.ts';

/**
 * The space that was explored as a mermaid flowchart: the innermost states, side by side for parallel
 * regions, and all that leads from one to another. What only acts and stays is left out. The same
 * plan gives the same text.
 */
export function renderMermaid(plan: PathPlan): string {
  const arrows = mergeArrows(plan);
  const start = plan.paths[0]?.start.state.split(' · ') ?? [];
  const names = [...new Set([...start, ...arrows.flatMap(({ from, to }) => [from, to])])];
  const ids = new Map(names.map((name, index) => [name, `s${index + 1}`]));
  const idOf = (name: string) => ids.get(name) ?? '';
  const node = (name: string) => `${idOf(name)}["${escape(name)}"]`;
  return [
    'flowchart LR',
    ...groupsOf(names).flatMap(({ region, members }, index) => [
      `  subgraph r${index + 1}["${escape(region)}"]`,
      ...members.map((name) => `    ${node(name)}`),
      '  end',
    ]),
    ...ungrouped(names).map((name) => `  ${node(name)}`),
    ...start.map((name, index) => `  start${index + 1}(( )) --> ${idOf(name)}`),
    ...arrows.map(({ from, to, labels }) => {
      const label = labels.map(escape).join('<br/>');
      return `  ${idOf(from)} -->|"${label}"| ${idOf(to)}`;
    }),
    '',
  ].join('\n');
}

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
}

/** One arrow for all that leads from one state to another; payloads are for the table. */
function mergeArrows({ edges }: PathPlan): Arrow[] {
  const arrows = new Map<string, { from: string; to: string; labels: Set<string> }>();
  for (const { from, to, event } of edges) {
    if (to === undefined || to === from || to === '' || from === '') continue;
    const id = `${from}\n${to}`;
    const arrow = arrows.get(id) ?? { from, to, labels: new Set() };
    arrow.labels.add(event.replace(/ \(.*\)$/, '').replace(/^.* (after .*)$/, '$1'));
    arrows.set(id, arrow);
  }
  return [...arrows.values()].map(({ from, to, labels }) => ({ from, to, labels: [...labels] }));
}

interface Group {
  readonly region: string;
  readonly members: readonly string[];
}

/** Regions with more than one state get a frame. */
function groupsOf(names: readonly string[]): Group[] {
  const regions = [...new Set(names.filter(isPlain).map(regionOf))];
  return regions
    .map((region) => ({
      region,
      members: names.filter((name) => isPlain(name) && regionOf(name) === region),
    }))
    .filter(({ members }) => members.length > 1);
}

function ungrouped(names: readonly string[]): string[] {
  const grouped = new Set(groupsOf(names).flatMap(({ members }) => members));
  return names.filter((name) => !grouped.has(name));
}

function regionOf(name: string): string {
  return name.split('.')[0] ?? name;
}

function isPlain(name: string): boolean {
  return !name.includes(' · ');
}

/** Anything that mermaid could read as syntax becomes a numbered character. */
function escape(text: string): string {
  return text.replace(/[^\w .,()·-]/gu, (character) => `#${character.codePointAt(0)};`);
}
