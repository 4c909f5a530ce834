import type { RecordedFleet } from '../../wire/recorded.ts';
import { Player } from '../replay/player.ts';
import { recordedSource } from '../replay/recorded-source.ts';
import type { ViewSource } from '../source.ts';
import { every } from './clockwork.ts';
import { liveSource } from './live-source.ts';

/** What this page was served for: a fleet that runs, or the recording of one. */
export async function openSource(): Promise<ViewSource> {
  if (document.documentElement.dataset['source'] !== 'recording') return liveSource();
  const response = await fetch('recording');
  const recorded = (await response.json()) as RecordedFleet;
  return recordedSource(new Player(recorded, { now: () => performance.now(), every }));
}
