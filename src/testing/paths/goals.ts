import { edgeId, edgesOf, type PathEdge } from './edges.ts';
import { changedPaths } from './plain-context.ts';
import type { Space, SpaceState, SpaceStep } from './space.ts';

/** What paths take between them: all edges, all combinations of states, or all pairs of edges. */
export type PathCover = 'edges' | 'states' | 'pairs';
export const pathCovers = ['edges', 'states', 'pairs'] as const satisfies readonly PathCover[];

/** An edge, with the step that takes it first. */
export interface FoundEdge {
  readonly edge: PathEdge;
  /** Paths of the context that the step changes. */
  readonly changed: readonly string[];
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
export function findGoals(space: Space, cover: PathCover, ignored: readonly string[]): Goals {
  const edges = new Map<string, FoundEdge>();
  const bare = new Map<SpaceStep, readonly string[]>();
  const changing = new Map<SpaceStep, readonly string[]>();
  for (const state of space.states)
    for (const step of state.steps) {
      const changed = changedPaths(state.snapshot.context, step.result.context, ignored);
      const found = edgesOf(state, step).map((edge, index): FoundEdge => {
        // Regions share the context: what an event changes is told of the first that it moves.
        return { edge, changed: index === 0 ? changed : [], state, step };
      });
      bare.set(
        step,
        found.map(({ edge }) => edgeId(edge)),
      );
      changing.set(step, found.map(variantId));
      for (const one of found) if (!edges.has(variantId(one))) edges.set(variantId(one), one);
    }
  const all = [...edges.values()];
  switch (cover) {
    case 'states':
      return { edges: all, ...stateGoals(space) };
    case 'edges':
      return { edges: all, ...edgeGoals(edges, (step) => changing.get(step) ?? []) };
    case 'pairs':
      return { edges: all, ...pairGoals(space, all, (step) => bare.get(step) ?? []) };
  }
}

/** The same way with another effect on the context is another one: a reset, say, is only then seen. */
function variantId({ edge, changed }: FoundEdge): string {
  return `${edgeId(edge)} ${changed.join()}`;
}

function edgeGoals(
  edges: ReadonlyMap<string, FoundEdge>,
  edgesTaken: (step: SpaceStep) => readonly string[],
): Omit<Goals, 'edges'> {
  const known = new Set<string>();
  const titles = new Map<string, string>();
  for (const [id, { edge, changed }] of edges) {
    const title = describeEdge(edge);
    titles.set(
      id,
      known.has(title) ? `${title}, changing ${changed.join(', ') || 'nothing'}` : title,
    );
    known.add(title);
  }
  return { span: 1, atStart: [], titles, reachedBy: edgesTaken };
}

/** As in `connection.parked: retry → connection.ready`. */
export function describeEdge(edge: PathEdge): string {
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
  edges: readonly FoundEdge[],
  edgesTaken: (step: SpaceStep) => readonly string[],
): Omit<Goals, 'edges'> {
  const names = new Map(edges.map(({ edge }) => [edgeId(edge), describeEdge(edge)]));
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
          if (!titles.has(id))
            titles.set(
              id,
              id
                .split('\n')
                .map((one) => names.get(one) ?? one)
                .join(', then '),
            );
  return { span: 2, atStart: [], titles, reachedBy };
}
