import { expect, it } from 'vitest';
import type { ServerSight } from '../../src/cli/control/server-sight.ts';
import { watchServer } from '../../src/cli/control/watch-server.ts';
import { stage, stdio } from '../supervisor/stage.ts';
import { waitUntil } from './wait-until.ts';

/** A watcher that can stop reading. */
function watcher() {
  const sights: ServerSight[] = [];
  const reader = { isBehind: false };
  const ending = new AbortController();
  const gone = new AbortController();
  const options = {
    ending: ending.signal,
    signal: gone.signal,
    isBehind: () => reader.isBehind,
    onSight: (sight: ServerSight) => void sights.push(sight),
  };
  const ids = () => sights.flatMap(({ entries }) => entries.map(({ id }) => id));
  return { sights, reader, ending, gone, options, ids };
}

it('H3 a watcher who does not read is told later, of each event once, and of how many are missing', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio });
  await passUntil(supervisor.start());
  const { sights, reader, ending, options, ids } = watcher();
  const watched = watchServer(supervisor, 's1', options);
  expect(sights).toHaveLength(1);

  reader.isBehind = true;
  for (let round = 0; round < 150; round += 1) await passUntil(supervisor.retry('s1'));
  expect(sights).toHaveLength(1);

  reader.isBehind = false;
  await waitUntil(
    () => sights.length > 1,
    () => 'never told',
  );
  const [first, late] = sights;
  expect(late?.entries).toHaveLength(512);
  const last = supervisor.timeline('s1').at(-1)?.id ?? 0;
  expect(ids().at(-1)).toBe(last);
  // Only this server has a history here, so that ids have no gaps but the one that is told.
  expect((first?.entries.length ?? 0) + (late?.missed ?? 0) + 512).toBe(last - (ids()[0] ?? 0) + 1);
  expect(new Set(ids()).size).toBe(ids().length);

  ending.abort();
  expect(await watched).toBe('stopped');
});

it('F4 it ends when the server is removed, and when nobody watches any more', async () => {
  const { supervisor, passUntil } = stage({ s1: stdio, s2: stdio });
  await passUntil(supervisor.start());
  const [one, other] = [watcher(), watcher()];
  const removed = watchServer(supervisor, 's1', one.options);
  const left = watchServer(supervisor, 's2', other.options);
  other.gone.abort();
  await left;
  const told = other.sights.length;
  await passUntil(supervisor.retry('s2'));
  await passUntil(supervisor.remove('s1'));
  expect(await removed).toBe('removed');
  expect(other.sights).toHaveLength(told);
});

it('E1 a server that nobody knows is refused', () => {
  const { supervisor } = stage({ s1: stdio });
  expect(() => watchServer(supervisor, 's2', {})).toThrow(/no server named "s2"/);
});
