import { expect, it } from 'vitest';
import { until } from '../link/processes.ts';
import { codeOf, errorOf, NAME, overEachTransport, readyStage, stable, stage } from './stage.ts';

const slow = { baseDelayMs: 60_000, maxDelayMs: 60_000, eagerDials: 0 };
const revived = { heard: true, outcome: 'revived' } as const;

overEachTransport((transport) => {
  it('R13 C9 a retry joins an attempt that is under way, and shutdown ends both', async () => {
    const { supervisor, peer, told } = await stage(transport);
    peer.greet('hang');
    const started = supervisor.start();
    await until(() => peer.handshakes.length === 1, 'the handshake has been asked for');
    const retries = [supervisor.retry(NAME), supervisor.retry(NAME), supervisor.retry(NAME)];
    expect(told('server.attempting')).toHaveLength(1);
    await supervisor.stop();
    for (const retry of retries) expect(await retry).toEqual({ heard: true, outcome: 'shutDown' });
    await started;
    expect(peer.handshakes).toHaveLength(1);
  });

  it('R13 C9 a retry in a backoff attempts at once, while connecting', async () => {
    const { supervisor, peer, told } = await stage(transport, { policy: slow });
    peer.greet('fail');
    const started = supervisor.start();
    await until(() => told('server.waiting').length === 1, 'it waits');
    const failed = await supervisor.retry(NAME);
    expect(failed).toMatchObject({ heard: true, outcome: 'failed' });
    expect(failed.error?.code).toBe('CONNECT_FAILED');
    peer.greet('answer');
    expect(await supervisor.retry(NAME)).toEqual(revived);
    await started;
  });

  it('R13 C9 a retry in a backoff attempts at once, while reconnecting', async () => {
    const staged = await readyStage(transport, { policy: slow });
    const { supervisor, peer, told } = staged;
    await stable(staged);
    await peer.goDown();
    await until(() => told('server.waiting').length === 1, 'it waits');
    expect(await supervisor.retry(NAME)).toMatchObject({ heard: true, outcome: 'failed' });
    await peer.comeBack();
    expect(await supervisor.retry(NAME)).toEqual(revived);
  });

  it('R13 C9 a retry of a ready server is a rebuild, and many at once are one', async () => {
    const { supervisor, peer, status, told } = await readyStage(transport);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => supervisor.retry(NAME)));
    expect(outcomes).toEqual(Array.from({ length: 10 }, () => revived));
    expect(status().generation).toBe(2);
    expect(peer.handshakes).toHaveLength(2);
    expect(told('server.lost')).toEqual([]);
  });

  it('R13 C9 a retry of a parked server is heard, whatever becomes of it', async () => {
    const { supervisor, peer, reaches } = await readyStage(transport, {
      policy: { reconnectRetries: 0 },
    });
    await peer.goDown();
    await reaches('parked');
    const failed = await supervisor.retry(NAME);
    expect(failed).toMatchObject({ heard: true, outcome: 'failed' });
    expect(failed.error?.code).toBe('SERVER_PARKED');
    await peer.comeBack();
    expect(await supervisor.retry(NAME)).toEqual(revived);
  });

  it('R13 C9 a retry in the very moment of parking is not lost', async () => {
    const { supervisor, peer, told } = await readyStage(transport, {
      policy: { reconnectRetries: 0, stableAfterMs: 60_000 },
    });
    const outcomes: Promise<unknown>[] = [];
    let back: Promise<void> | undefined;
    supervisor.on('server.lost', () => outcomes.push(supervisor.retry(NAME)));
    supervisor.on('server.parked', () => {
      back ??= peer.comeBack();
      // Asked for in the middle of the step, and once the server can be had again.
      outcomes.push(
        supervisor.retry(NAME),
        back.then(() => supervisor.retry(NAME)),
      );
    });
    await peer.goDown();
    await until(() => told('server.revived').length > 0, 'it is revived');
    for (const outcome of await Promise.all(outcomes))
      expect(outcome).toMatchObject({ heard: true });
    expect(await outcomes.at(-1)).toEqual(revived);
  });

  it('R13 a retry that nobody can hear says so', async () => {
    const { supervisor, peer } = await readyStage(transport);
    supervisor.add('disabled', { ...peer.entry, enabled: false });
    expect(await supervisor.retry('disabled')).toEqual({ heard: false, outcome: 'nothing' });
    const unknown = await errorOf(supervisor.retry('nobody'));
    expect(unknown.code).toBe('SERVER_UNKNOWN');
    await supervisor.stop(NAME);
    expect(await supervisor.retry(NAME)).toEqual({ heard: false, outcome: 'shutDown' });
    expect(await codeOf(supervisor.ready(NAME))).toBe('SERVER_SHUT_DOWN');
    // S1, F4: only a restart makes a new one.
    expect(await supervisor.restart(NAME)).toEqual(revived);
    expect(peer.handshakes).toHaveLength(2);
  });
});
