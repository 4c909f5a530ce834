// `holdfast/view` in a browser: the statechart of a server, for the page of a host.
export {
  drawServerChart,
  type ChartTimer,
  type ServerChart,
  type ServerChartOptions,
} from './server-chart.ts';
export { litStates, type Shown } from './lit-states.ts';
