import { chartStyle } from '../chart/chart-style.ts';
import { drawChart } from '../chart/draw-chart.ts';
import type { ChartDrawing } from '../chart/drawing.ts';
import { toElement } from './to-element.ts';
import { chartLayout } from './chart-layout.ts';
import { drawings } from './drawings.ts';
import { litStates, type Shown } from './lit-states.ts';

/** The chart of one server in a page. */
export interface ServerChart {
  /** Lights the states that are active, and runs the timer of the one that waits. */
  show(shown: Shown, timer?: ChartTimer): void;
  /** Takes the chart out of the page. */
  remove(): void;
}

/** Which regions of the chart are drawn. */
export interface ServerChartOptions {
  /** Only this one. Default: both, the connection first. */
  readonly region?: 'connection' | 'breaker';
}

/** A wait that is under way: it is drawn as a line that fills, in the state that waits. */
export interface ChartTimer {
  readonly region: 'connection' | 'breaker';
  /** How much of it is over, from 0 to 1. */
  readonly share: number;
}

/**
 * Draws the statechart of a server inside an element, and keeps nothing running. It is drawn in a
 * shadow root, so the page's styles stay out; the custom properties `--chart-ink`, `--chart-faint`,
 * `--chart-rule`, `--chart-paper`, `--chart-shade`, `--chart-light` and `--chart-lit-ink` set its
 * colours, else it follows the reader's light or dark.
 */
export function drawServerChart(
  place: HTMLElement,
  { region: only }: ServerChartOptions = {},
): ServerChart {
  const figure = document.createElement('div');
  const root = figure.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet()];
  const chosen = drawings.filter(({ region }) => only === undefined || region === only);
  root.append(...chosen.map(({ region, wide, tall }) => regionElement(region, { wide, tall })));
  place.append(figure);
  figure.setAttribute('role', 'img');
  // A server that never ran has no active state, and the picture still needs a name.
  figure.setAttribute('aria-label', describe([]));
  let lit: readonly string[] = [];
  return {
    show: (shown, timer) => {
      const states = litStates(shown);
      if (states.join() !== lit.join()) {
        lit = states;
        light(root, states);
        const told = states.filter((path) => only === undefined || path.startsWith(`${only}.`));
        figure.setAttribute('aria-label', describe(told));
      }
      runTimer(root, timer);
    },
    remove: () => figure.remove(),
  };
}

function styleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(chartStyle + chartLayout);
  return sheet;
}

function regionElement(
  region: string,
  forms: Readonly<Record<'wide' | 'tall', ChartDrawing>>,
): Element {
  const element = document.createElement('div');
  element.className = `of-region ${region}`;
  for (const [form, drawing] of Object.entries(forms)) {
    const picture = toElement(drawChart(drawing));
    picture.classList.add(form);
    picture.style.maxWidth = `${drawing.width}px`;
    element.append(picture);
  }
  return element;
}

/** A state that is drawn without its inside is lit for whatever is inside it. */
function light(root: ShadowRoot, active: readonly string[]): void {
  for (const state of root.querySelectorAll<SVGElement>('[data-state]'))
    state.classList.toggle('lit', active.includes(state.dataset['state'] ?? ''));
  const innermost = active.filter((path) => !active.some((other) => other.startsWith(`${path}.`)));
  for (const edge of root.querySelectorAll<SVGElement>('[data-source]')) {
    const source = edge.dataset['source'] ?? '';
    const isWayOut = innermost.some((path) => path === source || path.startsWith(`${source}.`));
    // The arrows "from any state" lead out of everything, which says nothing of this one.
    edge.classList.toggle('lit', isWayOut && source.includes('.'));
  }
}

function runTimer(root: ShadowRoot, timer: ChartTimer | undefined): void {
  for (const line of root.querySelectorAll<SVGElement>('.timer')) {
    const state = line.parentElement as SVGElement | null;
    const runs =
      timer !== undefined &&
      state?.classList.contains('lit') &&
      state.dataset['state']?.startsWith(`${timer.region}.`);
    line.classList.toggle('running', runs === true);
    if (runs) line.style.transform = `scaleX(${Math.min(1, Math.max(0, timer.share))})`;
  }
}

function describe(active: readonly string[]): string {
  const innermost = active.filter((path) => !active.some((other) => other.startsWith(`${path}.`)));
  const parts = innermost.map((path) => path.replace(/\./, ' is ').replaceAll('.', ', '));
  return parts.length === 0
    ? 'Statechart; no state is active.'
    : `Statechart: ${parts.join('; ')}.`;
}
