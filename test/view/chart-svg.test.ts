import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { activeStates, createServerMachine } from '../../machines/index.ts';
import { withDescendants } from '../../src/chart/with-descendants.ts';
import { chartEdges } from '../../src/view/chart/chart-edges.ts';
import { drawChart } from '../../src/view/chart/draw-chart.ts';
import { toMarkup } from '../../src/view/chart/svg-node.ts';
import { litStates } from '../../src/view/element/lit-states.ts';
import { layOut } from '../../src/view/layout/lay-out.ts';
import { liveDrawings } from '../../src/view/layout/live-drawings.ts';
import { renderChartSvg } from '../../src/view/layout/render-chart-svg.ts';

const machine = createServerMachine({ random: () => 0 });

describe('the chart as a drawing', () => {
  it('has every state of the machine, each inside the one around it, and every arrow', async () => {
    const { states, edges, width, height } = await layOut(machine);
    const paths = withDescendants(machine.root).map(({ path }) => path.join('.'));
    const drawn = states.filter(({ path }) => path !== '');
    expect(drawn.map(({ path }) => path).sort()).toEqual(paths.filter(Boolean).sort());
    for (const { path, x, y, ...size } of drawn) {
      const around = drawn.find((other) => other.path === path.split('.').slice(0, -1).join('.'));
      const [right, bottom] = around
        ? [around.x + around.width, around.y + around.height]
        : [width, height];
      expect(x).toBeGreaterThanOrEqual(around?.x ?? 0);
      expect(x + size.width).toBeLessThanOrEqual(right);
      expect(y).toBeGreaterThanOrEqual(around?.y ?? 0);
      expect(y + size.height).toBeLessThanOrEqual(bottom);
    }
    const arrows = edges.filter(({ ways }) => ways.length > 0);
    expect(arrows).toHaveLength(chartEdges(machine.root).length);
    for (const { points } of edges) expect(points.length).toBeGreaterThan(1);
  });

  it('carries events, guards and delays by name', async () => {
    const svg = await renderChartSvg(machine, { region: 'breaker', labels: 'full' });
    expect(svg).toContain('call.failed [isProbeVerdict]');
    expect(svg).toContain('after cooldown');
    expect(svg).toMatch(/^<svg .* width="\d+" height="\d+">/);
    expect(svg).toContain('data-state="breaker.halfOpen.taken"');
  });

  it.each([
    [
      'of states, to its first',
      { on: { reset: '#m' }, initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } },
      ['m > m.a', 'm.a > m.b'],
    ],
    [
      'of one that goes back to the beginning, to its first',
      { initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { back: '#m' } } } },
      ['m.a > m.b', 'm.b > m.a'],
    ],
    [
      'of regions, to each of them',
      {
        type: 'parallel',
        on: { reset: { target: '#m', reenter: true } },
        states: { a: {}, b: {} },
      },
      ['m > m.a', 'm > m.b'],
    ],
  ] as const)('of a machine leads what begins it anew, %s', async (_, config, arrows) => {
    const { edges } = await layOut(createMachine({ id: 'm', ...config } as never));
    const id = (path: string) => ['m', path].filter(Boolean).join('.');
    const drawn = edges.filter(({ ways }) => ways.length > 0);
    expect(drawn.map(({ source, target }) => `${id(source)} > ${id(target)}`)).toEqual(arrows);
    for (const { points } of drawn) expect(points.length).toBeGreaterThan(1);
  });

  it('is the same each time it is made', async () => {
    expect(await renderChartSvg(machine)).toBe(await renderChartSvg(machine));
  });

  it('of a region that there is none of is refused by the names that there are', async () => {
    await expect(renderChartSvg(machine, { region: 'x' })).rejects.toThrow(
      'server has no region x; it has connection, breaker',
    );
  });

  it('in the live view has a place for every public state, wide and tall', async () => {
    const [connection, breaker] = await liveDrawings(machine);
    const names = (drawing = connection?.wide) => drawing?.states.map(({ path }) => path) ?? [];
    for (const state of ['connecting', 'ready', 'reconnecting', 'parked', 'shutdown', 'closed'])
      for (const form of ['wide', 'tall'] as const)
        expect(names(connection?.[form])).toContain(`connection.${state}`);
    expect(names(breaker?.tall)).toEqual(
      expect.arrayContaining(['breaker.halfOpen.free', 'breaker.retired']),
    );
    expect(names()).not.toContain('connection.starting');
  });

  it('E5 no name of a state or event is read as markup', () => {
    const evil = '"><script>&';
    const box = { x: 0, y: 0, width: 9, height: 9 };
    const markup = toMarkup(
      drawChart({
        width: 9,
        height: 9,
        states: [{ path: evil, name: evil, kind: 'state', ...box }],
        edges: [
          {
            source: evil,
            target: evil,
            points: [
              [0, 0],
              [9, 9],
            ],
            ways: [evil],
          },
        ],
      }),
    );
    expect(markup).not.toContain('<script');
    expect(markup).toContain('data-state="&#34;&#62;&#60;script&#62;&#38;"');
  });
});

describe('what is lit', () => {
  const breaker = ['breaker', 'breaker.closed'];

  it.each([
    ['connecting', 'queued', 'connection.connecting.attempting'],
    ['reconnecting', 'none', 'connection.reconnecting.backingOff'],
    ['ready', 'none', 'connection.ready.serving'],
    ['parked', 'running', 'connection.parked.probing'],
    ['parked', 'none', 'connection.parked.waiting'],
  ] as const)('by a status: %s with attempt %s is %s', (state, attempt, path) => {
    const lit = litStates({ state, attempt, breaker: 'closed' });
    expect(lit).toEqual(['connection', `connection.${state}`, path, ...breaker]);
  });

  it('by a public state, an activity or a snapshot', () => {
    const shown = {
      connection: 'ready',
      breaker: 'halfOpen',
      attempting: false,
      draining: true,
      probe: 'taken',
    } as const;
    expect(litStates(shown)).toEqual([
      'connection',
      'connection.ready',
      'connection.ready.draining',
      'breaker',
      'breaker.halfOpen',
      'breaker.halfOpen.taken',
    ]);
    expect(litStates({ activeStates: breaker })).toEqual(breaker);
    expect(litStates(activeStates({ breaker: 'closed' }))).toEqual(breaker);
    expect(litStates({ state: 'disabled', attempt: 'none', breaker: 'retired' })).toEqual([]);
  });
});
