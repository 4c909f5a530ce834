import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fixture } from '../link/open-stdio.ts';
import { errorOf, NAME, overEachTransport, stage, supervise } from './stage.ts';
import { startStdioPeer } from './stdio-peer.ts';

overEachTransport((transport) => {
  it('R10 C3 four first attempts, then the server parks with its error, and start-up goes on', async () => {
    const neighbour = await startStdioPeer(onTestFinished);
    const { supervisor, peer, status, told, toolNames } = await stage(transport);
    supervisor.add('neighbour', neighbour.entry);
    peer.greet('fail');

    await supervisor.start();
    expect(peer.handshakes).toHaveLength(4);
    expect(told('server.failed').map(({ charged }) => charged)).toEqual([true, true, true, true]);
    expect(status()).toMatchObject({ state: 'parked', parkReason: 'startup', attempts: 4 });
    expect(status().lastError?.code).toBe(told('server.failed').at(-1)?.error.code);
    expect(supervisor.explain(NAME).text).toContain(status().lastError?.code);
    expect(supervisor.status('neighbour').state).toBe('ready');
    expect(toolNames('neighbour')).toEqual(neighbour.tools);

    peer.greet('answer');
    expect((await supervisor.retry(NAME)).outcome).toBe('revived');
    expect(status().state).toBe('ready');
    expect(status().parkReason).toBeUndefined();
    // Cleared means: nothing is wrong any more; what was wrong may still be asked for.
    expect(supervisor.explain(NAME).problem).not.toContain(told('server.failed')[0]?.error.code);
  });

  it('R10 F5 start-up names a required server that could not be had, and why', async () => {
    const { supervisor, peer, status } = await stage(transport, { entry: { required: true } });
    peer.greet('fail');
    const error = await errorOf(supervisor.start());
    expect(error).toMatchObject({ code: 'CONNECT_FAILED', server: NAME });
    expect(error.message).toContain(`${NAME} is parked`);
    expect(error.message).toContain(status().lastError?.code);
    expect(supervisor.status().health).toBe('failed');

    peer.greet('answer');
    await supervisor.retry(NAME);
    expect(supervisor.status().health).toBe('ready');
  });
});

it('R10 the start log of a server that dies in its handshake holds four starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-starts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'starts');
  const { supervisor, status } = supervise({
    servers: {
      [NAME]: {
        command: process.execPath,
        args: [fixture('exit-in-handshake.mjs')],
        env: { FIXTURE_START_LOG: log },
      },
    },
  });
  await supervisor.start();
  const starts = readFileSync(log, 'utf8').trim().split('\n');
  expect(new Set(starts).size).toBe(4);
  expect(status().lastError?.message).toContain('exited with code 3');
  expect(status().lastError?.message).toContain('the handshake was too much');
});
