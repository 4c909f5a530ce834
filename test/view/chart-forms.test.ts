import { setup } from 'xstate';
import { describe, expect, it } from 'vitest';
import { createServerMachine } from '../../machines/index.ts';
import { withDescendants } from '../../src/chart/with-descendants.ts';
import { chartSteps } from '../../src/view/chart/chart-edges.ts';
import { toGraph } from '../../src/view/chart/chart-graph.ts';
import { toOutline } from '../../src/view/chart/outline.ts';

const lamp = setup({
  types: {} as { events: { type: 'press' } | { type: 'cut'; hard: boolean } | { type: 'reset' } },
  guards: { isHard: ({ event }) => event.type === 'cut' && event.hard, isDay: () => false },
  delays: { rest: 5 },
}).createMachine({
  id: 'lamp',
  type: 'parallel',
  states: {
    light: {
      initial: 'deciding',
      on: { reset: '.off' },
      states: {
        deciding: { always: [{ guard: 'isDay', target: 'off' }, { target: 'on' }] },
        off: { on: { press: 'on' } },
        on: {
          initial: 'bright',
          after: { 1000: 'off' },
          on: { cut: [{ guard: 'isHard', target: 'gone' }, { target: 'off' }] },
          states: { bright: { after: { rest: 'dim' } }, dim: {} },
        },
        gone: { type: 'final' },
      },
    },
    fuse: { initial: 'whole', states: { whole: { on: { cut: 'blown' } }, blown: {} } },
  },
});

const server = createServerMachine({ random: () => 0 });

describe('a machine as an outline', () => {
  it('has each state below the one that holds it, and below each its ways out', () => {
    expect(toOutline(lamp)).toBe(`lamp (all at once)
|
+- light
|  |     reset -> light.off
|  |
|  +- * deciding
|  |        [isDay] -> off
|  |        [else] -> on
|  |
|  +- off
|  |        press -> on
|  |
|  +- on
|  |  |     cut [isHard] -> gone
|  |  |     cut [else] -> off
|  |  |     after 1000 ms -> off
|  |  |
|  |  +- * bright
|  |  |        after rest -> dim
|  |  |
|  |  +- dim
|  |
|  +- gone (end)
|
+- fuse
   |
   +- * whole
   |        cut -> blown
   |
   +- blown
`);
  });

  it('of one region is that region alone', () => {
    expect(toOutline(lamp, { region: 'fuse' })).toMatch(/^fuse\n/);
    expect(() => toOutline(lamp, { region: 'fan' })).toThrow('it has light, fuse');
  });

  it('of a server is plain ASCII with a line for every state', () => {
    const outline = toOutline(server);
    expect(outline).toMatch(/^[\n -~]*$/);
    expect(outline.match(/^[| ]*\+- /gm)).toHaveLength(withDescendants(server.root).length - 1);
  });
});

describe('a machine as data', () => {
  it('has states by path, and ways by event, delay or at once', () => {
    const graph = toGraph(lamp);
    expect(graph).toMatchObject({ machine: 'lamp', region: '' });
    expect(graph.states[0]).toEqual({ path: '', name: 'lamp', type: 'parallel', parent: null });
    expect(graph.states).toContainEqual({
      path: 'light.on',
      name: 'on',
      type: 'compound',
      parent: 'light',
      initial: 'light.on.bright',
    });
    expect(graph.edges.filter(({ source }) => source === 'light.on')).toEqual([
      { source: 'light.on', target: 'light.gone', event: 'cut', guard: 'isHard' },
      { source: 'light.on', target: 'light.off', event: 'cut', guard: 'else' },
      { source: 'light.on', target: 'light.off', delay: '1000 ms' },
    ]);
    expect(graph.edges).toContainEqual({
      source: 'light.on.bright',
      target: 'light.on.dim',
      delay: 'rest',
    });
    expect(graph.edges).toContainEqual({
      source: 'light.deciding',
      target: 'light.on',
      always: true,
      guard: 'else',
    });
  });

  it('of a server holds every state and every way of the machine', () => {
    const graph = toGraph(server);
    expect(graph.states).toHaveLength(withDescendants(server.root).length);
    expect(graph.edges).toHaveLength(chartSteps(server.root).length);
    const paths = new Set(graph.states.map(({ path }) => path));
    for (const { source, target } of graph.edges)
      expect([paths.has(source), paths.has(target)]).toEqual([true, true]);
  });

  it('of one region leaves out what is outside', () => {
    const { region, states } = toGraph(server, { region: 'breaker' });
    expect(region).toBe('breaker');
    expect(states.every(({ path }) => path.startsWith('breaker'))).toBe(true);
  });
});
