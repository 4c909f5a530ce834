import type { Player } from './player.ts';

const speeds = [0.25, 1, 4, 16, 60, 600];

export function MoveButtons({ player }: { readonly player: Player }) {
  return (
    <>
      <button
        type="button"
        class="play"
        aria-keyshortcuts="k"
        onClick={() => (player.isPlaying ? player.pause() : player.play())}
      >
        {player.isPlaying ? 'Pause' : 'Play'}
      </button>
      <button type="button" aria-keyshortcuts="," onClick={() => player.step(-1)}>
        ‹ Event before
      </button>
      <button type="button" aria-keyshortcuts="." onClick={() => player.step(1)}>
        Next event ›
      </button>
      <label>
        Speed{' '}
        <select
          value={player.speed}
          onChange={({ currentTarget }) => player.setSpeed(Number(currentTarget.value))}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed}×
            </option>
          ))}
        </select>
      </label>
    </>
  );
}
