import type { FleetEntry, ListedServer, ServerDetail, ViewFrame } from '../../wire/frame.ts';
import type { RecordedMoment } from '../../wire/recorded.ts';
import type { Told, ViewSource } from '../source.ts';
import type { Player } from './player.ts';

/** A recording as a source of frames, wherever its player stands. */
export function recordedSource(player: Player): ViewSource {
  return {
    follow: (server, _after, told) => follow(player, server, told),
    now: () => player.now(),
    tools: () => Promise.resolve([]),
    player,
  };
}

function follow(player: Player, server: string | undefined, told: Told): () => void {
  const { moments, title } = player.recorded;
  let shown = 0;
  const tell = () => {
    const next = player.shown;
    if (next === shown) return;
    const isBack = next < shown;
    const from = isBack ? 0 : shown;
    told.frame({
      at: player.now(),
      title,
      ...(from === 0 && { whole: true as const, forgets: true as const }),
      ...newest(moments.slice(from, next), server),
    });
    shown = next;
  };
  told.link('recorded');
  tell();
  return player.subscribe(tell);
}

/** What several moments come to: of each server how it looks after the last one. */
function newest(
  moments: readonly RecordedMoment[],
  looked: string | undefined,
): Pick<ViewFrame, 'servers' | 'entries' | 'detail' | 'whole'> {
  const servers = new Map<string, ListedServer>();
  const entries: FleetEntry[] = [];
  let detail: ServerDetail | undefined;
  let whole = false;
  for (const moment of moments) {
    if (moment.begins) {
      servers.clear();
      detail = undefined;
      whole = true;
    }
    if (moment.listed) servers.set(moment.listed.server, moment.listed);
    if (moment.entry) entries.push(moment.entry);
    if (moment.server === looked) detail = moment.detail;
  }
  return {
    servers: [...servers.values()],
    entries,
    ...(whole && { whole }),
    ...(detail && { detail }),
  };
}
