import { useEffect } from 'preact/hooks';
import type { Player } from './player.ts';

/** `k` plays and pauses, `,` and `.` step from event to event, as in other players. */
export function useKeys(player: Player): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === 'k') void (player.isPlaying ? player.pause() : player.play());
      else if (event.key === '.') player.step(1);
      else if (event.key === ',') player.step(-1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [player]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'range')
  );
}
