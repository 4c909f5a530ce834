import { useState } from 'preact/hooks';
import { useFleet } from '../use-fleet.ts';
import { ServerRow } from './server-row.tsx';

/** A list so short is read faster than filtered. */
const FILTERED_FROM = 8;

/** All servers, in the fleet's order. */
export function ServerList({ looked }: { readonly looked?: string }) {
  const names = useFleet((state) => state.names);
  const [wanted, want] = useState('');
  const shown = names.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <>
      {names.length >= FILTERED_FROM && (
        <input
          class="filter"
          type="search"
          aria-label="Filter the servers by name"
          placeholder={`Filter ${names.length} servers`}
          value={wanted}
          onInput={({ currentTarget }) => want(currentTarget.value)}
        />
      )}
      <ul class="server-list" onKeyDown={moveByArrows}>
        {shown.map((name) => (
          <ServerRow key={name} name={name} isLooked={name === looked} />
        ))}
      </ul>
      {shown.length === 0 && wanted !== '' && <p class="nothing">No server is called that.</p>}
    </>
  );
}

/** Up and down go from row to row, as in any list; Tab works as well. */
function moveByArrows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll('a')];
  const row = rows[rows.findIndex((each) => each === document.activeElement) + step];
  if (!row) return;
  event.preventDefault();
  row.focus();
}
