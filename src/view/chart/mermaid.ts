import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { withDescendants } from '../../chart/with-descendants.ts';
import { chartEdges, type ChartEdge } from './chart-edges.ts';
import { findState } from './find-state.ts';

/** What a drawing shows. */
export interface MermaidOptions {
  /** Path of the one state to draw, such as `breaker` or `connection.parked`; default: all. */
  readonly region?: string;
}

/**
 * A machine as mermaid `stateDiagram-v2` text: every state, every event that changes it, guards in
 * brackets, delays by name. The same machine gives the same text. Events that only run actions
 * are left out.
 * @throws RangeError if `region` names no state; the message lists the machine's regions.
 */
export function toMermaid(machine: AnyStateMachine, options: MermaidOptions = {}): string {
  const root = findState(machine, options.region);
  const drawn = withDescendants(root);
  const drawing: Drawing = {
    ids: mermaidIds(drawn),
    edges: chartEdges(root).filter(({ target }) => drawn.includes(target)),
  };
  const lines = [...stateLines(root, drawing), ...arrowLines(undefined, drawing)];
  return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`), ''].join('\n');
}

interface Drawing {
  readonly ids: ReadonlyMap<AnyStateNode, string>;
  readonly edges: readonly ChartEdge[];
}

/** Mermaid takes letters, digits and underscores; the root's name keeps its keywords away. */
function mermaidIds(nodes: readonly AnyStateNode[]): Map<AnyStateNode, string> {
  const taken = new Set<string>();
  const ids = new Map<AnyStateNode, string>();
  for (const node of nodes) {
    const plain = [node.machine.id, ...node.path].join('_').replace(/\W/g, '_');
    let id = plain;
    for (let copy = 2; taken.has(id); copy += 1) id = `${plain}_${copy}`;
    taken.add(id);
    ids.set(node, id);
  }
  return ids;
}

function stateLines(node: AnyStateNode, drawing: Drawing): string[] {
  const heading = `state "${escape(node.key)}" as ${idOf(node, drawing)}`;
  const children = Object.values(node.states);
  if (children.length === 0) return [heading];
  const blocks = children.map((child) => stateLines(child, drawing));
  const inside =
    node.type === 'parallel'
      ? blocks.flatMap((block, index) => (index === 0 ? block : ['--', ...block]))
      : [...initialLines(node, drawing), ...blocks.flat(), ...arrowLines(node, drawing)];
  return [`${heading} {`, ...inside.map((line) => `  ${line}`), '}'];
}

function initialLines(node: AnyStateNode, drawing: Drawing): string[] {
  return (node.initial.target ?? []).map((target) => `[*] --> ${idOf(target, drawing)}`);
}

function arrowLines(block: AnyStateNode | undefined, drawing: Drawing): string[] {
  const arrows = drawing.edges
    .filter(({ source, target }) => blockOf(source, target, drawing) === block)
    .map(({ source, target, lines }) => {
      const label = lines.map(escape).filter(Boolean).join('<br/>');
      const arrow = `${idOf(source, drawing)} --> ${idOf(target, drawing)}`;
      return label ? `${arrow} : ${label}` : arrow;
    });
  const ends = Object.values(block?.states ?? {}).filter(({ type }) => type === 'final');
  return [...arrows, ...ends.map((end) => `${idOf(end, drawing)} --> [*]`)];
}

/**
 * Where an arrow is written: the innermost drawn state that holds both ends and is neither.
 * Mermaid cannot lay out an arrow to a state from within it, nor one between `--` lines.
 */
function blockOf(
  source: AnyStateNode,
  target: AnyStateNode,
  drawing: Drawing,
): AnyStateNode | undefined {
  const around = parentsOf(target, drawing);
  return parentsOf(source, drawing).find(
    (parent) => around.includes(parent) && parent.type !== 'parallel',
  );
}

function parentsOf(node: AnyStateNode, drawing: Drawing): AnyStateNode[] {
  const { parent } = node;
  return parent && drawing.ids.has(parent) ? [parent, ...parentsOf(parent, drawing)] : [];
}

function idOf(node: AnyStateNode, drawing: Drawing): string {
  return drawing.ids.get(node) ?? '';
}

/** Keeps names from being read as syntax: anything unusual becomes a numbered character. */
function escape(text: string): string {
  return text.replace(/[^\w .,()[\]|*-]/gu, (character) => `#${character.codePointAt(0)};`);
}
