import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Supervisor, SupervisorOptions } from '../../src/index.ts';
import { checkRecording } from '../../src/record/check/check-recording.ts';
import { createRecordedSupervisor } from '../../src/record/recorder.ts';
import { readRecording } from '../../src/record/read-recording.ts';
import { processesWith } from '../../test/link/processes.ts';
import { all, none, type Bound } from './bound.ts';

/** A fleet of the lab: recorded from its first step, and held to the machine in the end. */
export interface RecordedFleet {
  readonly supervisor: Supervisor;
  /** For what its servers write; it is unique, so that it tells their processes from all others. */
  readonly folder: string;
  /** Stops the fleet, checks its record, and removes the folder. */
  end(): Promise<readonly Bound[]>;
}

/** Parts that can be read one by one, and enough of them that none is ever thrown away. */
const PARTS = { maxBytes: 32 * 1024 * 1024, keep: 100, maxWaitingBytes: 64 * 1024 * 1024 };

export async function recordedFleet(
  optionsIn: (folder: string) => SupervisorOptions | Promise<SupervisorOptions>,
): Promise<RecordedFleet> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-stress-'));
  const file = join(folder, 'fleet.jsonl');
  const options = await optionsIn(folder);
  const { supervisor, recording } = await createRecordedSupervisor(options, { ...PARTS, file });
  return {
    supervisor,
    folder,
    async end() {
      const report = await supervisor.stop();
      await recording.end();
      const left = report.left === 0 ? [] : [`${report.left} processes`];
      const bounds = [
        none('processes that the shutdown says are left', left),
        none('orphans', processesWith(folder).map(String)),
        ...(await checkParts(folder)),
      ];
      await rm(folder, { recursive: true, force: true });
      return bounds;
    },
  };
}

/** Each part begins with where every server stands, so each can be checked alone. */
async function checkParts(folder: string): Promise<readonly Bound[]> {
  const parts = (await readdir(folder)).filter((name) => name.startsWith('fleet.jsonl'));
  const findings: string[] = [];
  let [steps, checked] = [0, 0];
  for (const part of parts) {
    const report = checkRecording(await readRecording(join(folder, part)));
    steps += report.steps + report.unchecked;
    checked += report.steps;
    findings.push(...report.findings.map(({ line, text }) => `${part}:${line} ${text}`));
  }
  return [
    none('impossible steps in the record', findings),
    all('steps of it that could be checked', checked, steps),
  ];
}
