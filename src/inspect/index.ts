// `holdfast/inspect`: what a fleet's actors do, in the Stately inspector.
export {
  createStatelyInspector,
  type StatelyInspector,
  type StatelyInspectorOptions,
} from './stately-inspector.ts';
export {
  defaultViewer,
  readInspectorSettings,
  type InspectorSettings,
} from './inspector-settings.ts';
