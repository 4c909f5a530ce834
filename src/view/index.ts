// `holdfast/view` in Node: the live view of a fleet. In a browser it is the chart of `element/`.
export { serveView, type ServeViewOptions, type View } from './server/serve-view.ts';
export { chartModule } from './chart-module.ts';
