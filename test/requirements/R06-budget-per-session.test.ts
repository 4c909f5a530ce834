import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, readyStage, stable, textOf, overEachTransport } from './stage.ts';

const DROPS = 8;

overEachTransport((transport) => {
  it('R6 eight transient drops of stable sessions never park a server', async () => {
    const staged = await readyStage(transport, { policy: { reconnectRetries: 1 } });
    const { peer, status, told, reaches } = staged;
    for (let drop = 1; drop <= DROPS; drop += 1) {
      await stable(staged, drop);
      await peer.drop();
      await until(() => told('server.lost').length === drop, `loss ${drop}`);
      await reaches('ready');
      expect(status()).toMatchObject({ generation: drop + 1, retriesLeft: 1 });
    }
    expect(told('server.lost').every(({ charged }) => !charged)).toBe(true);
    expect(told('server.parked')).toEqual([]);
    expect(peer.handshakes).toHaveLength(DROPS + 1);
  });

  it('R6 C6a eight drops of young sessions that each answered a call never park a server', async () => {
    const { supervisor, peer, told, reaches } = await readyStage(transport, {
      policy: { reconnectRetries: 1, flapBudget: 2, stableAfterMs: 60_000, maxDelayMs: 40 },
    });
    for (let drop = 1; drop <= DROPS; drop += 1) {
      const result = await supervisor.callTool(NAME, 'echo', { text: `${drop}` });
      expect(textOf(result)).toBe(`${drop}`);
      await peer.drop();
      await until(() => told('server.lost').length === drop, `loss ${drop}`);
      await reaches('ready');
    }
    expect(told('server.parked')).toEqual([]);
    expect(told('server.state').filter(({ state }) => state === 'ready')).toHaveLength(DROPS + 1);
  });

  it('R6 C6a sessions that die young and never did anything park it as flapping', async () => {
    const { peer, status, told } = await readyStage(transport, {
      policy: { flapBudget: 2, stableAfterMs: 60_000, earlyPingMs: 60_000, maxDelayMs: 20 },
    });
    for (let drop = 1; drop <= 3; drop += 1) {
      await until(() => status().generation === drop && status().state === 'ready', 'ready again');
      await peer.drop();
      await until(() => told('server.lost').length === drop, `loss ${drop}`);
    }
    await until(() => status().state === 'parked', 'it is parked');
    expect(status().parkReason).toBe('flapping');
  });

  it('R6 truly consecutive failures do park it, after exactly its budget', async () => {
    const staged = await readyStage(transport, { policy: { reconnectRetries: 3 } });
    const { peer, status, told, reaches } = staged;
    await stable(staged);
    await peer.goDown();
    await reaches('parked');
    expect(status().parkReason).toBe('budget');
    expect(told('server.failed')).toHaveLength(4);
    expect(told('server.waiting').map(({ waitMs }) => waitMs)).toEqual([20, 40, 80]);
  });
});
