import { readFile } from 'node:fs/promises';
import { checkRecording } from '../../src/record/check/check-recording.ts';
import { parseRecording } from '../../src/record/read-recording.ts';
import { mustHold, until } from './broken.ts';
import type { Lab } from './lab.ts';
import { commandLineOf, markedProcesses } from './processes.ts';

const GONE_MS = 5_000;

/** What every scenario is held to once it is over. Returns the steps that its recording held. */
export async function checkAfterwards(lab: Lab): Promise<number> {
  if (!lab.isSupervising) {
    await nothingRuns(lab.folder);
    return 0;
  }
  await lab.stop();
  mustHold(lab.ledger.unsettled === 0, 'K1 every call has settled', lab.ledger.unsettled);
  if (lab.isServing) checkEffects(lab);
  await nothingRuns(lab.folder);
  await nothingIsConnected(lab);
  checkStory(lab);
  return checkRecordFile(lab.recordFile);
}

/** S4, L5: no process of the scenario runs, wherever it went. */
export async function nothingRuns(mark: string, boundMs = GONE_MS): Promise<void> {
  const left = () => markedProcesses(mark).map(commandLineOf).join('; ');
  await until(
    () => markedProcesses(mark).length === 0,
    () => `S4 no process is left: ${left()}`,
    boundMs,
  );
}

/** Runs a recording through the machine and the reference model: no step may be impossible. */
export async function checkRecordFile(file: string): Promise<number> {
  const report = checkRecording(parseRecording(await readFile(file, 'utf8')));
  mustHold(report.findings.length === 0, 'no recorded step is impossible', report.findings);
  return report.steps;
}

function checkEffects(lab: Lab): void {
  const objection = lab.ledger.objection(lab.peer.effects);
  mustHold(objection === undefined, objection ?? '');
}

async function nothingIsConnected(lab: Lab): Promise<void> {
  if (!lab.isServing) return;
  const { peer } = lab;
  await until(
    () => peer.openSockets === 0,
    () => `S4 no socket is left: ${peer.openSockets}`,
    GONE_MS,
  );
}

/** H5: what was told adds up: states follow each other, and the last one is the end. */
function checkStory(lab: Lab): void {
  const states = lab.told('server.state').map(({ state }) => state);
  const repeated = states.some((state, index) => state === states[index - 1]);
  mustHold(!repeated, 'H5 a state is told once when it is entered', states);
  mustHold(states.at(-1) === 'shutdown', 'S1 the last state that is told is the end', states);
  // A server that was removed and added again begins anew.
  const falls = lab.told('server.state').some(({ generation }, index, all) => {
    const before = all[index - 1];
    return before?.state !== 'shutdown' && generation < (before?.generation ?? 0);
  });
  mustHold(!falls, 'I10 generations never fall within a life', states);
}
