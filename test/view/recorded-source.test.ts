import { expect, it } from 'vitest';
import { Player } from '../../src/view/page/replay/player.ts';
import { recordedSource } from '../../src/view/page/replay/recorded-source.ts';
import type { ServerDetail, ViewFrame } from '../../src/view/wire/frame.ts';

it('H7 a run that begins leaves nothing of what was known of a server in the one before', () => {
  const detail = { server: 's1' } as ServerDetail;
  const moments = [
    { at: 0, text: 'A run begins', begins: true as const },
    { at: 1, text: 'Listed', server: 's1', detail },
    { at: 2, text: 'A run begins', begins: true as const },
  ];
  const recorded = { title: 'two runs', startsAt: 0, endsAt: 2, moments };
  const player = new Player(recorded, { now: () => 0, every: () => () => undefined });
  const frames: ViewFrame[] = [];
  const told = { frame: (frame: ViewFrame) => void frames.push(frame), link: () => undefined };
  recordedSource(player).follow('s1', undefined, told);
  player.seek(2);
  expect(frames.at(-1)).toMatchObject({ whole: true, servers: [] });
  expect(frames.at(-1)).not.toHaveProperty('detail');
  player.seek(1);
  expect(frames.at(-1)).toMatchObject({ whole: true, forgets: true, detail });
});
