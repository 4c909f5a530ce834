import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, readyStage, overEachTransport } from './stage.ts';

const reasons = ['user', 'login', 'config'] as const;

overEachTransport((transport) => {
  it.each(reasons)(
    'R7 C10 a rebuild for reason %s is no failure and resets budget and delay',
    async (reason) => {
      const { supervisor, peer, status, told, reaches } = await readyStage(transport, {
        policy: { stableAfterMs: 60_000, baseDelayMs: 10, maxDelayMs: 80 },
      });
      const dropOnce = async (drop: number) => {
        await peer.drop();
        await until(() => told('server.lost').length === drop, `loss ${drop}`);
        await reaches('ready');
      };
      // C11: over HTTP the first session that is forgotten costs nothing.
      let drops = 0;
      while (told('server.waiting').length < 2) await dropOnce((drops += 1));
      expect(told('server.waiting').map(({ waitMs }) => waitMs)).toEqual([10, 20]);

      expect(await supervisor.retry(NAME, reason)).toEqual({ heard: true, outcome: 'revived' });
      expect(told('server.lost')).toHaveLength(drops);
      expect(told('server.failed')).toEqual([]);
      expect(told('server.attempting').at(-1)).toMatchObject({ cause: reason });
      expect(status().retriesLeft).toBe(5);

      await dropOnce(drops + 1);
      expect(told('server.waiting').at(-1)).toMatchObject({ waitMs: 10, retries: 1 });
    },
  );

  it('R7 C9 an asked-for attempt of a failing server gives it its whole budget again', async () => {
    const { supervisor, peer, status, told } = await readyStage(transport, {
      policy: { baseDelayMs: 30_000, maxDelayMs: 60_000, eagerDials: 0 },
    });
    await peer.goDown();
    await until(() => status().nextAttemptAt !== undefined, 'it waits');
    expect((await supervisor.retry(NAME)).outcome).toBe('failed');
    await until(() => told('server.waiting').length >= 2, 'it waits again');
    expect(told('server.waiting').at(-1)).toMatchObject({ waitMs: 30_000, retries: 1 });
    expect(status().retriesLeft).toBe(4);
  });
});
