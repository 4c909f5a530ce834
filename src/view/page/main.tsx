import { render } from 'preact';
import { App } from './app.tsx';
import { liveSource } from './browser/live-source.ts';
import { FleetStore } from './fleet/fleet-store.ts';
import { FleetContext } from './use-fleet.ts';

const store = new FleetStore(liveSource());

render(
  <FleetContext.Provider value={store}>
    <App />
  </FleetContext.Provider>,
  document.body,
);
