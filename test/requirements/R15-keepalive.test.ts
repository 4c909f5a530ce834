import { expect, it, onTestFinished } from 'vitest';
import { faults } from '../fixtures/http/faults.mjs';
import { fixture } from '../link/open-stdio.ts';
import { until } from '../link/processes.ts';
import { createFastClock } from './fast-clock.ts';
import { HttpPeer } from './http-peer.ts';
import type { Peer } from './peer.ts';
import { NAME, overEachTransport, readyStage, stage, supervise, textOf } from './stage.ts';
import { StdioPeer, startStdioPeer } from './stdio-peer.ts';

/** The shortest period there is (L8) is an eighth of a second on this clock. */
const FACTOR = 40;
const policy = {
  keepaliveMs: 5_000,
  earlyPingMs: 1_000,
  pingTimeoutMs: 20_000,
  stableAfterMs: 500,
  stdinGraceMs: 20_000,
  termGraceMs: 20_000,
};

overEachTransport((transport) => {
  it('R15 L8 a session that nobody uses is pinged, and stays', async () => {
    const clock = createFastClock(FACTOR);
    const { peer, status, told } = await readyStage(transport, { policy, clock });
    await until(() => peer.pings >= 3, 'it was pinged three times');
    expect(told('server.proven')).toHaveLength(1);
    expect(status()).toMatchObject({ state: 'ready', generation: 1 });
    expect(told('server.lost')).toEqual([]);
  });

  it('R15 L8 a server without ping is asked for its list instead, and not killed', async () => {
    const clock = createFastClock(FACTOR);
    const { supervisor, peer, status, told } = await stage(transport, { policy, clock });
    forgetPing(peer);
    await supervisor.start();
    await until(() => peer.listings >= 3, 'its list was asked for again and again');
    // Its refusal was a sign of life, so it is not asked a second time.
    expect(peer.pings).toBe(1);
    expect(told('server.proven')).toHaveLength(1);
    expect(status()).toMatchObject({ state: 'ready', generation: 1 });
    expect(told('server.lost')).toEqual([]);
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'alive' }))).toBe('alive');
  });

  it('R15 L8 a server that has fallen silent is lost, and had again', async () => {
    const clock = createFastClock(FACTOR);
    const { supervisor, peer, told, reaches } = await readyStage(transport, { policy, clock });
    await until(() => peer.pings === 1, 'it still answers');
    fallSilent(peer);
    await until(() => told('server.lost').length === 1, 'the silence is noticed');
    expect(told('server.lost')[0]?.error.code).toBe('KEEPALIVE_FAILED');
    if (peer instanceof HttpPeer) peer.server.heal();
    await reaches('ready');
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'new' }))).toBe('new');
  });
});

it('R15 L8 a server that never had a ping lives on beside one that has', async () => {
  const clock = createFastClock(FACTOR);
  const peer = await startStdioPeer(onTestFinished);
  const pingless = { command: process.execPath, args: [fixture('no-ping.mjs')] };
  const servers = { pingless, [NAME]: peer.entry };
  const { supervisor, status, told } = supervise({ servers, policy, clock });
  await supervisor.start();
  await until(() => peer.pings >= 3, 'its neighbour was pinged three times');
  expect(told('server.proven', 'pingless')).toHaveLength(1);
  expect(status('pingless')).toMatchObject({ state: 'ready', generation: 1 });
});

function forgetPing(peer: Peer): void {
  if (peer instanceof StdioPeer) peer.order({ ping: 'unknown' });
  if (peer instanceof HttpPeer) peer.server.fail('ping', unknownMethod);
}

/** Stopped, not dead: nothing but silence tells. */
function fallSilent(peer: Peer): void {
  if (peer instanceof StdioPeer) process.kill(peer.pid, 'SIGSTOP');
  if (!(peer instanceof HttpPeer)) return;
  peer.server.fail('ping', faults.hang);
  peer.server.fail('tools/list', faults.hang);
}

const unknownMethod = {
  kind: 'status',
  status: 200,
  body: (id: number) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }),
} as const;
