import { useEffect, useState } from 'preact/hooks';
import { nameText } from '../words.ts';
import { MoveButtons } from './move-buttons.tsx';
import type { Player } from './player.ts';
import { useKeys } from './use-keys.ts';

/** Where the recording stands, and the ways to move in it. */
export function ReplayBar({ player }: { readonly player: Player }) {
  const [, redraw] = useState(0);
  useEffect(() => player.subscribe(() => redraw((count) => count + 1)), [player]);
  useKeys(player);
  const { startsAt, endsAt, moments } = player.recorded;
  const now = player.now();
  const last = player.last();
  const time = new Date(now).toISOString().replace('T', ' ').slice(0, -1);
  const where = last?.server === undefined ? '' : `${nameText(last.server)}: `;
  return (
    <section class="replay" aria-label="Replay">
      <div class="replay-row">
        <MoveButtons player={player} />
        <span class="replay-time">{time}</span>
      </div>
      <input
        type="range"
        aria-label="Time"
        aria-valuetext={`${time}, event ${player.shown} of ${moments.length}`}
        min={0}
        max={Math.max(1, endsAt - startsAt)}
        step={1}
        value={now - startsAt}
        onInput={({ currentTarget }) => player.seek(startsAt + Number(currentTarget.value))}
      />
      {/* While it plays, a reader would be told more than anybody can hear. */}
      <p class="replay-event" aria-live={player.isPlaying ? 'off' : 'polite'}>
        Event {player.shown} of {moments.length}: {where}
        {last?.text ?? ''}
      </p>
    </section>
  );
}
