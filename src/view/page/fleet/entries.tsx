import type { FleetEntry } from '../../wire/frame.ts';
import { routeTo } from '../use-route.ts';
import { clockText, nameText } from '../words.ts';

interface EntriesProps {
  readonly entries: readonly FleetEntry[];
  readonly label: string;
  readonly withServer?: boolean;
}

/** More than one can read; a screen that is drawn again ten times a second should not hold more. */
const SHOWN_ENTRIES = 80;

/** Timeline entries, newest first (H3). */
export function Entries({ entries, label, withServer = false }: EntriesProps) {
  if (entries.length === 0) return <p class="nothing">Nothing yet.</p>;
  const shown = entries.slice(-SHOWN_ENTRIES).reverse();
  return (
    <ol class="entries" aria-label={label} tabIndex={0}>
      {shown.map(({ id, at, server, event, detail }) => (
        <li key={id} class={`entry ${toneOf(event, detail)}`}>
          <time dateTime={new Date(at).toISOString()}>{clockText(at)}</time>
          {withServer && <a href={routeTo(server)}>{nameText(server)}</a>}
          <span class="event">{event}</span>
          <span class="detail">{detail}</span>
        </li>
      ))}
    </ol>
  );
}

function toneOf(event: string, detail: string): 'bad' | 'good' | 'plain' {
  if (/\.(?:failed|lost|parked|opened|refused|replaced)$/.test(event)) return 'bad';
  if (event === 'server.revived' || (event === 'server.state' && detail === 'ready')) return 'good';
  return 'plain';
}
