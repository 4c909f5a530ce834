import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSupervisor, type Supervisor, type SupervisorOptions } from '../src/index.ts';
import { createRecordedSupervisor } from '../src/record/recorder.ts';
import { createPeers, readyForDialling } from '../src/testing/world/scripted-peers.ts';
import type { Figure } from './figure.ts';
import { compare, median } from './rounds.ts';

const REBUILDS = 500;
const MOST_MICROSECONDS = 100;

/** What a recording takes of the host's processor, and of its disk. */
export const recorder: Figure = {
  name: 'recorder',
  async measure() {
    await readyForDialling();
    const files: Recorded[] = [];
    const { ours, theirs, ratios } = await compare(
      () => recorded(files),
      () => withoutRecording(),
    );
    const lines = median(files.map((each) => each.lines));
    const steps = median(files.map((each) => each.steps));
    const bytes = median(files.map((each) => each.bytes));
    const perLine = ((ours - theirs) * REBUILDS) / lines;
    return [
      {
        figure: `recorder: processor time per line, of ${(lines / REBUILDS).toFixed(1)} lines and ${(steps / REBUILDS).toFixed(1)} steps per rebuild of a session`,
        measured: `${perLine.toFixed(0)} µs; a rebuild ${theirs.toFixed(0)} µs without, ${median(ratios).toFixed(2)}× with`,
        mustReach: `< ${MOST_MICROSECONDS} µs`,
        met: perLine < MOST_MICROSECONDS,
      },
      {
        figure: 'recorder: size per line, and per step with what is told of it',
        measured: `${(bytes / lines).toFixed(0)} and ${(bytes / steps).toFixed(0)} bytes`,
        mustReach: '< 1,000 bytes',
        met: bytes / steps < 1_000,
      },
    ];
  },
};

interface Recorded {
  readonly lines: number;
  readonly steps: number;
  readonly bytes: number;
}

function options(): SupervisorOptions {
  return { servers: { scripted: { command: 'server' } }, link: createPeers().open };
}

async function withoutRecording(): Promise<number> {
  const supervisor = createSupervisor({ ...options(), policy: { startBurst: REBUILDS * 2 } });
  return rebuild(supervisor);
}

async function recorded(files: Recorded[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-recorder-'));
  try {
    const file = join(folder, 'fleet.jsonl');
    const { supervisor, recording } = await createRecordedSupervisor(
      { ...options(), policy: { startBurst: REBUILDS * 2 } },
      { file },
    );
    // The time to write what waits is a part of the cost.
    const tookMicroseconds = await rebuild(supervisor, () => recording.end());
    const text = await readFile(file, 'utf8');
    const lines = text.split('\n').length - 1;
    const steps = text.split('"kind":"step"').length - 1;
    files.push({ lines, steps, bytes: text.length });
    return tookMicroseconds;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Microseconds of processor time per rebuild. */
async function rebuild(
  supervisor: Supervisor,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  await supervisor.start();
  const before = process.cpuUsage();
  for (let rebuilt = 0; rebuilt < REBUILDS; rebuilt += 1) await supervisor.retry('scripted');
  await supervisor.stop();
  await afterwards();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REBUILDS;
}
