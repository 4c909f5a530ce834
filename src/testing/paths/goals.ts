import { edgeId, edgesOf, type PathEdge } from './edges.ts';
import type { Space, SpaceState, SpaceStep } from './space.ts';

/** What paths take between them: all edges, all combinations of states, or all pairs of edges. */
export type PathCover = 'edges' | 'states' | 'pairs';

/** An edge, with the step that takes it first. */
export interface FoundEdge {
  readonly edge: PathEdge;
  readonly state: SpaceState;
  readonly step: SpaceStep;
}

export interface Goals {
  /** What is to be covered, by id, each with a person's words for it. */
  readonly titles: ReadonlyMap<string, string>;
  /** Ids of the goals that are reached before the first step. */
  readonly atStart: readonly string[];
  readonly edges: readonly FoundEdge[];
  /** How many steps a path needs at its end to reach a goal. */
  readonly span: 1 | 2;
  /** Ids of the goals that `step` reaches, if it is taken after `before`. */
  reachedBy(step: SpaceStep, before: SpaceStep | undefined): readonly string[];
}

/** What is to be covered, found by going through all of the space. */
export function findGoals(space: Space, cover: PathCover): Goals {
  const edges = new Map<string, FoundEdge>();
  const taken = new Map<SpaceStep, readonly string[]>();
  for (const state of space.states)
    for (const step of state.steps) {
      const found = edgesOf(state, step);
      taken.set(step, found.map(edgeId));
      for (const edge of found)
        if (!edges.has(edgeId(edge))) edges.set(edgeId(edge), { edge, state, step });
    }
  const edgesTaken = (step: SpaceStep) => taken.get(step) ?? [];
  const all = [...edges.values()];
  const titleOf = (id: string) => describeEdge(edges.get(id)?.edge);
  switch (cover) {
    case 'states':
      return { edges: all, ...stateGoals(space) };
    case 'edges':
      return {
        edges: all,
        span: 1,
        atStart: [],
        titles: new Map([...edges.keys()].map((id) => [id, titleOf(id)])),
        reachedBy: edgesTaken,
      };
    case 'pairs':
      return { edges: all, ...pairGoals(space, edgesTaken, titleOf) };
  }
}

/** As in `connection.parked: retry → connection.ready`. */
export function describeEdge(edge: PathEdge | undefined): string {
  if (edge === undefined) return '';
  const { from, event, guard, to } = edge;
  const condition = guard === undefined ? '' : ` [${guard}]`;
  return `${from}: ${event}${condition} → ${to === undefined ? 'nothing' : to === from ? 'stays' : to}`;
}

function stateGoals(space: Space): Omit<Goals, 'edges'> {
  const names = new Set(space.states.map(({ name }) => name));
  const titles = new Map([...names].map((name) => [name, name]));
  return { span: 1, atStart: [space.start.name], titles, reachedBy: ({ to }) => [to.name] };
}

function pairGoals(
  space: Space,
  edgesTaken: (step: SpaceStep) => readonly string[],
  titleOf: (id: string) => string,
): Omit<Goals, 'edges'> {
  const reachedBy: Goals['reachedBy'] = (step, before) => {
    if (before === undefined || !before.heeded || !step.heeded) return [];
    return edgesTaken(before).flatMap((first) =>
      edgesTaken(step).map((second) => `${first}\n${second}`),
    );
  };
  const titles = new Map<string, string>();
  for (const state of space.states)
    for (const first of state.steps)
      for (const second of first.heeded ? first.to.steps : [])
        for (const id of reachedBy(second, first))
          if (!titles.has(id)) titles.set(id, id.split('\n').map(titleOf).join(', then '));
  return { span: 2, atStart: [], titles, reachedBy };
}
