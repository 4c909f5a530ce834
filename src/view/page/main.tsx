import { render } from 'preact';
import { App } from './app.tsx';
import { openSource } from './browser/open-source.ts';
import { FleetStore } from './fleet/fleet-store.ts';
import { FleetContext } from './use-fleet.ts';

const store = new FleetStore(await openSource());

render(
  <FleetContext.Provider value={store}>
    <App />
  </FleetContext.Provider>,
  document.body,
);
