import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Supervisor } from '../../src/index.ts';
import type { StepLine } from '../../src/record/lines/line.ts';
import { createRecordedSupervisor } from '../../src/record/recorder.ts';
import { until } from '../link/processes.ts';
import type { Peer } from '../requirements/peer.ts';
import { NAME, overEachTransport, shortPolicy } from '../requirements/stage.ts';
import { check, linesOf, temporaryFolder } from './recorded.ts';

const policy = {
  ...shortPolicy,
  reconnectRetries: 2,
  parkedProbeMs: 60_000,
  wakeSpacingMs: 60_000,
};

overEachTransport(({ transport, startPeer }) => {
  it(`H7 a real life over ${transport} is recorded: loss, hang, park, retry, rebuild, stop; nothing is impossible`, async () => {
    const peer = await startPeer(onTestFinished);
    const { supervisor, reaches, end } = await record(peer);
    await supervisor.start();
    const call = () => supervisor.callTool(NAME, peer.tools[0] ?? '', {}).catch(() => undefined);
    await call();

    await peer.drop();
    await until(() => supervisor.status(NAME).generation === 2, 'it is back');
    peer.greet('hang');
    await peer.goDown();
    await call();
    await reaches('parked');
    peer.greet('answer');
    await peer.comeBack();
    expect(await supervisor.retry(NAME)).toMatchObject({ outcome: 'revived' });
    const { tool, args } = peer.hangingCall;
    const hanging = supervisor.callTool(NAME, tool, args, { timeoutMs: 50 }).catch(() => undefined);
    expect(await supervisor.retry(NAME)).toMatchObject({ outcome: 'revived' });
    await hanging;

    const text = await end();
    const report = check(text);
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ unchecked: 0, missing: 0, halfLines: 0, isOpen: false });
    const seen = new Set(typesOf(text));
    const wanted = ['link.opened', 'link.lost', 'retry', 'shutdown', 'link.closed'];
    expect(wanted.filter((type) => !seen.has(type))).toEqual([]);
    expect([...seen].some((type) => type.startsWith('xstate.after.backoff'))).toBe(true);
  });
});

async function record({ entry }: Peer) {
  const file = join(await temporaryFolder(), 'real.jsonl');
  const { supervisor, recording } = await createRecordedSupervisor(
    { servers: { [NAME]: entry }, policy },
    { file },
  );
  onTestFinished(async () => {
    await Promise.all([supervisor.stop(), supervisor.stop()]);
    await recording.end();
  });
  return {
    supervisor,
    reaches: (state: string) => reaches(supervisor, state),
    end: async () => {
      await supervisor.stop();
      await recording.end();
      return readFile(file, 'utf8');
    },
  };
}

function reaches(supervisor: Supervisor, state: string): Promise<void> {
  return until(() => supervisor.status(NAME).state === state, `it is ${state}`, 15_000);
}

function typesOf(text: string): string[] {
  return linesOf(text)
    .filter((line): line is StepLine => line.kind === 'step')
    .map(({ event }) => event.type);
}
