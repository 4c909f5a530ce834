import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SupervisorOptions } from '../../src/index.ts';
import { checkRecording, type CheckReport } from '../../src/record/check/check-recording.ts';
import type { RecordingLine } from '../../src/record/lines/line.ts';
import { parseRecording } from '../../src/record/read-recording.ts';
import {
  createRecordedSupervisor,
  type Recorded,
  type RecordOptions,
} from '../../src/record/recorder.ts';
import { createStepClock, type StepClock } from '../../src/testing/step-clock.ts';
import {
  createPeers,
  readyForDialling,
  type Peers,
} from '../../src/testing/world/scripted-peers.ts';

await readyForDialling();

/** A folder of its own for one test, gone with it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-record-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface RecordedStage extends Recorded {
  readonly clock: StepClock;
  readonly peers: Peers;
  pass(durationMs?: number): Promise<void>;
  passUntil<Result>(promise: Promise<Result>): Promise<Result>;
  /** Stops the fleet and ends the recording. */
  end(): Promise<string>;
}

/** A recorded fleet on a clock that stands still, whose servers do as they are told. */
export async function recordedStage(
  servers: NonNullable<SupervisorOptions['servers']>,
  options: Partial<SupervisorOptions & RecordOptions> = {},
): Promise<RecordedStage> {
  const clock = createStepClock();
  const peers = createPeers();
  const { maxBytes, keep, maxWaitingBytes, withCalls, onFault, file, ...rest } = options;
  const path = file ?? join(await temporaryFolder(), 'fleet.jsonl');
  const recorded = await createRecordedSupervisor(
    { clock, random: seededRandom(), ...rest, servers, link: peers.open },
    {
      file: path,
      ...(maxBytes !== undefined && { maxBytes }),
      ...(keep !== undefined && { keep }),
      ...(maxWaitingBytes !== undefined && { maxWaitingBytes }),
      ...(withCalls !== undefined && { withCalls }),
      ...(onFault && { onFault }),
    },
  );
  const passUntil = async <Result>(promise: Promise<Result>): Promise<Result> => {
    let isOver = false;
    const over = () => (isOver = true);
    void promise.then(over, over);
    await clock.advanceSettled(0);
    for (let passedMs = 0; !isOver && passedMs < 120_000; passedMs += 50)
      await clock.advanceSettled(50);
    return promise;
  };
  const stop = () => Promise.all([recorded.supervisor.stop(), recorded.supervisor.stop()]);
  onTestFinished(async () => {
    for (const { server } of peers.channels)
      peers.behaviour(server).end = () => Promise.resolve({ killed: 0, left: [] });
    await passUntil(stop());
    await recorded.recording.end();
  });
  return {
    ...recorded,
    clock,
    peers,
    pass: (durationMs = 0) => clock.advanceSettled(durationMs),
    passUntil,
    end: async () => {
      await passUntil(recorded.supervisor.stop());
      await recorded.recording.end();
      return readFile(path, 'utf8');
    },
  };
}

/** Chance that is the same in every run, and not the same each time. */
function seededRandom(): () => number {
  let seed = 7;
  return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
}

export function linesOf(text: string): RecordingLine[] {
  return parseRecording(text).flatMap(({ line }) => line ?? []);
}

export function check(text: string): CheckReport {
  return checkRecording(parseRecording(text));
}

/** A session is lost, and there is time for the next one. */
export async function loseAndReturn({ peers, pass }: RecordedStage, server: string): Promise<void> {
  peers.last(server).lose({});
  await pass(70_000);
}
