import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../link/processes.ts';
import { codeOf, NAME, readyStage, stable, supervise, textOf, overEachTransport } from './stage.ts';
import { startStdioPeer } from './stdio-peer.ts';

overEachTransport((transport) => {
  it('R4 a spent budget parks the server without its tools, and a retry revives it', async () => {
    const staged = await readyStage(transport, { policy: { reconnectRetries: 2 } });
    const { supervisor, peer, status, told, toolNames, reaches } = staged;
    await stable(staged);
    const before = peer.tools;
    expect(toolNames()).toEqual(before);

    await peer.goDown();
    await reaches('parked');
    expect(status()).toMatchObject({ parkReason: 'budget', tools: 0, retriesLeft: 0 });
    // One free attempt after the stable session, then the budget.
    expect(told('server.failed')).toHaveLength(3);
    expect(told('tools.changed').at(-1)).toMatchObject({ added: [], removed: before });
    expect(toolNames()).toEqual([]);
    expect(await codeOf(supervisor.callTool(NAME, 'echo', { text: '' }))).toBe('SERVER_PARKED');
    expect(status().nextAttemptAt).toBeGreaterThan(Date.now());

    peer.offer('fresh');
    await peer.comeBack();
    expect(await supervisor.retry(NAME)).toEqual({ heard: true, outcome: 'revived' });
    expect(toolNames()).toEqual(peer.tools);
    expect(toolNames()).toContain('fresh');
    expect(textOf(await supervisor.callTool(NAME, 'echo', { text: 'again' }))).toBe('again');
  });
});

it('R4 E2 a retry respawns a child whose very command had been removed', async () => {
  const peer = await startStdioPeer(onTestFinished);
  const command = join(peer.folder, 'command');
  const writeCommand = () => {
    const [program, folder] = peer.entry.args;
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' '${folder}'\n`);
    chmodSync(command, 0o755);
  };
  writeCommand();
  const { supervisor, status, toolNames, reaches } = supervise({
    servers: { [NAME]: { command } },
  });
  await supervisor.start();
  const firstPid = peer.pid;

  rmSync(command);
  await peer.drop();
  await reaches('parked');
  expect(status()).toMatchObject({ parkReason: 'permanent' });
  expect(status().lastError?.code).toBe('COMMAND_NOT_FOUND');

  peer.offer('fresh');
  writeCommand();
  expect(await supervisor.retry(NAME)).toEqual({ heard: true, outcome: 'revived' });
  expect(toolNames()).toEqual(['echo', 'fresh']);
  await until(() => peer.pid !== firstPid, 'a new process runs');
  expect(status().pid).toBe(peer.pid);
});
