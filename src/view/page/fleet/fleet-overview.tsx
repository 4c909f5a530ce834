import { useFleet } from '../use-fleet.ts';
import { Entries } from './entries.tsx';
import { ServerList } from './server-list.tsx';

/** The fleet at a glance: every server, and what happened last. */
export function FleetOverview() {
  const isKnown = useFleet((state) => state.isKnown);
  const isEmpty = useFleet((state) => state.isKnown && state.names.length === 0);
  const feed = useFleet((state) => state.feed);
  const taken = useFleet((state) => state.taken);
  return (
    <main id="content" class="overview" tabIndex={-1}>
      <section class="all" aria-labelledby="all-servers">
        <h2 id="all-servers">Servers</h2>
        {!isKnown && <p class="nothing">Asking the fleet…</p>}
        {isEmpty && <p class="nothing">No server is configured.</p>}
        <ServerList />
      </section>
      <section class="feed" aria-labelledby="all-events" data-taken={taken}>
        <h2 id="all-events">What happened</h2>
        <Entries entries={feed} withServer label="What happened, newest first" />
      </section>
    </main>
  );
}
