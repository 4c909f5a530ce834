import { useEffect } from 'preact/hooks';
import { FleetOverview } from './fleet/fleet-overview.tsx';
import { PageHeader } from './fleet/page-header.tsx';
import { ServerList } from './fleet/server-list.tsx';
import { ReplayBar } from './replay/replay-bar.tsx';
import { ServerPanel } from './server/server-panel.tsx';
import { useFleet, useStore } from './use-fleet.ts';
import { useRoute } from './use-route.ts';
import { nameText } from './words.ts';

export function App() {
  const store = useStore();
  const server = useRoute();
  const title = useFleet((state) => state.title);
  useEffect(() => store.look(server), [store, server]);
  useEffect(() => {
    document.title =
      server === undefined ? `${title} · holdfast` : `${nameText(server)} · ${title} · holdfast`;
  }, [server, title]);
  return (
    <>
      <a class="skip" href="#content">
        To the content
      </a>
      <PageHeader />
      {server === undefined ? (
        <FleetOverview />
      ) : (
        <div class="with-list">
          <nav class="side" aria-label="Servers">
            <ServerList looked={server} />
          </nav>
          <ServerPanel key={server} server={server} />
        </div>
      )}
      {store.source.player && <ReplayBar player={store.source.player} />}
    </>
  );
}
