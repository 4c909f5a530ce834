import { memo } from 'preact/compat';
import { countText } from '../../../health/count-text.ts';
import type { ListedServer } from '../../wire/frame.ts';
import { useFleet, useNow } from '../use-fleet.ts';
import { routeTo } from '../use-route.ts';
import { countdownText, nameText, stateShapes, tookText } from '../words.ts';

interface RowProps {
  readonly name: string;
  readonly isLooked: boolean;
}

/** One server in a list; drawn again only when that very server has changed. */
export const ServerRow = memo(function ServerRow({ name, isLooked }: RowProps) {
  const server = useFleet((state) => state.servers.get(name));
  if (server === undefined) return null;
  const { state, breaker } = server;
  return (
    <li>
      <a
        class={`server-row of-${state}`}
        href={routeTo(name)}
        {...(isLooked && { 'aria-current': 'page' as const })}
      >
        <span class="shape" aria-hidden="true">
          {stateShapes[state]}
        </span>
        <span class="name">{nameText(name)}</span>
        <span class="state">
          {state}
          {breaker === 'open' && <span class="breaker"> · breaker open</span>}
          {breaker === 'halfOpen' && <span class="breaker"> · breaker half-open</span>}
        </span>
        <span class="next">
          <Next server={server} />
        </span>
        <span class="load">{loadText(server)}</span>
        <span class="trouble">{troubleText(server)}</span>
      </a>
    </li>
  );
});

function Next({ server: { state, attempt, nextAttemptAt } }: { readonly server: ListedServer }) {
  const waits = nextAttemptAt !== undefined && attempt === 'none' && state !== 'ready';
  const now = useNow(1_000, waits);
  if (attempt === 'running') return <>trying</>;
  if (attempt === 'queued') return <>queued</>;
  return waits ? <>in {countdownText(nextAttemptAt - now)}</> : null;
}

function loadText({ state, tools, inFlight, queued, p95Ms }: ListedServer): string {
  if (state !== 'ready') return queued > 0 ? `${queued} waiting` : '';
  const calls = inFlight + queued;
  return [
    countText(tools, 'tool'),
    calls > 0 ? `${calls} running` : '',
    p95Ms === undefined ? '' : `p95 ${tookText(p95Ms)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function troubleText({ state, lastError }: ListedServer): string {
  const isSick = state === 'connecting' || state === 'reconnecting' || state === 'parked';
  return isSick && lastError ? `${lastError.code}: ${lastError.message}` : '';
}
