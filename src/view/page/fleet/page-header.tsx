import { aggregateHealth } from '../../../health/aggregate.ts';
import { useFleet } from '../use-fleet.ts';
import { routeTo } from '../use-route.ts';
import { stateShapes } from '../words.ts';
import type { ListedServer } from '../../wire/frame.ts';

const order = ['ready', 'connecting', 'reconnecting', 'parked', 'shutdown', 'disabled'] as const;

/** The fleet in one line (H4). */
export function PageHeader() {
  const title = useFleet((state) => state.title);
  const servers = useFleet((state) => state.servers);
  const counts = countStates([...servers.values()]);
  const health = aggregateHealth([...servers.values()]);
  return (
    <header class="page-header">
      <h1>
        <a href={routeTo(undefined)}>holdfast</a>
        <span class="title">{title}</span>
      </h1>
      <p class={`health health-${health}`}>{servers.size === 0 ? '' : health}</p>
      <ul class="counts" aria-label="Servers by state">
        {order
          .filter((state) => counts.has(state))
          .map((state) => (
            <li key={state} class={`of-${state}`}>
              <span aria-hidden="true">{stateShapes[state]}</span> {counts.get(state)} {state}
            </li>
          ))}
      </ul>
      <LinkSign />
    </header>
  );
}

function countStates(servers: readonly ListedServer[]): Map<ListedServer['state'], number> {
  const counts = new Map<ListedServer['state'], number>();
  for (const { state } of servers) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

const linkWords = {
  opening: 'Connecting',
  live: 'Live',
  lost: 'No connection to holdfast',
  recorded: 'Recorded',
};

function LinkSign() {
  const link = useFleet((state) => state.link);
  const isKnown = useFleet((state) => state.isKnown);
  // While the page turns to another server it opens a new stream, which is nothing to tell.
  const shown = link === 'opening' && isKnown ? 'live' : link;
  return (
    <p class={`link link-${shown}`} role="status">
      {linkWords[shown]}
    </p>
  );
}
