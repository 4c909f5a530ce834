import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createServerMachine } from '../../machines/index.ts';
import { allNodes } from './chart.ts';
import { places } from './every-state.ts';

const machine = createServerMachine({ random: () => 0 });
const nodes = [...allNodes(machine.root)];
const transitions = nodes.flatMap((node) => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]);
const sources = readdirSync('machines', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join('machines', path), 'utf8') }));

/** The name of an action or guard as the chart writes it; XState's own, of `after`, have one too. */
function nameOf(used: unknown): string {
  if (typeof used === 'string') return used;
  const named = (typeof used === 'object' || typeof used === 'function') && used !== null;
  return named && 'type' in used ? String(used.type) : `an inline ${typeof used}`;
}

describe('the charts', () => {
  test('C14 every action they name has code behind it', () => {
    const used = [
      ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap(({ actions }) => actions),
    ]
      .map(nameOf)
      .filter((name) => !name.startsWith('xstate.'));
    expect(used.length).toBeGreaterThan(50);
    expect(used.filter((name) => !(name in machine.implementations.actions))).toEqual([]);
  });

  test('C14 every guard they name has code behind it', () => {
    const used = transitions.flatMap(({ guard }) => (guard === undefined ? [] : [nameOf(guard)]));
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !(name in machine.implementations.guards))).toEqual([]);
  });

  test('C14 every delay they name has code behind it and gives a time that a timer can hold', () => {
    const used = nodes.flatMap(({ after }) => after.map(({ delay }) => String(delay)));
    expect(new Set(used).size).toBe(Object.keys(machine.implementations.delays).length);
    expect(used.filter((name) => !(name in machine.implementations.delays))).toEqual([]);
  });

  test('C14 nothing is defined that no chart uses', () => {
    const used = new Set([
      ...nodes.flatMap(({ entry, exit }) => [...entry, ...exit]).map(nameOf),
      ...transitions.flatMap(({ actions }) => actions).map(nameOf),
      ...transitions.map(({ guard }) => nameOf(guard)),
    ]);
    const { actions, guards } = machine.implementations;
    const unused = [...Object.keys(actions), ...Object.keys(guards)].filter(
      (name) => !used.has(name),
    );
    expect(unused).toEqual([]);
  });

  test('C14 no state listens to everything', () => {
    expect(nodes.filter(({ transitions: on }) => on.has('*')).map(({ id }) => id)).toEqual([]);
  });

  test('C1 the default link is named link', () => {
    expect(Object.keys(machine.implementations.actors)).toEqual(['link']);
  });
});

describe('the folder of the charts', () => {
  test.each(sources)('C1 $path imports xstate, zod and its own kind only', ({ path, text }) => {
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? '');
    const depth = path.split('/').length - 1;
    const allowed = new RegExp(
      `^(xstate|zod/mini|\\./.+\\.ts|(\\.\\./){1,${depth || 1}}[a-z][^:]*\\.ts)$`,
    );
    const outside = imports.filter(
      (name) => !allowed.test(name) || (depth === 0 && name.startsWith('..')),
    );
    expect(outside).toEqual([]);
  });

  test.each(sources)('C1 $path knows no clock, no chance and no process', ({ text }) => {
    expect(text).not.toMatch(
      /\b(Date|Math\.random|setTimeout|setInterval|process|performance|require)\b[.(]/,
    );
  });
});

describe.each(places)('the context while $name', ({ enter }) => {
  test('C1 is JSON, so that it can be recorded, shown and compared', () => {
    const { context } = enter().actor.getSnapshot();
    expect(JSON.parse(JSON.stringify(context))).toEqual(context);
    expect(allValues(context).filter((value) => !isPlain(value))).toEqual([]);
  });
});

function allValues(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(allValues)]
    : [value];
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return ['string', 'boolean', 'undefined'].includes(typeof value);
  return value === null || Object.getPrototypeOf(value) === Object.prototype;
}
