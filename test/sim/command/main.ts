import { readyForDialling } from '../../../src/testing/world/scripted-peers.ts';
import type { RunRequest } from '../plan/draw-plan.ts';
import { hashOf, replayOf, showSmallest, showSummary, showViolation } from '../report/show.ts';
import { summarize } from '../report/summary.ts';
import type { SeedResult } from '../run/run-seed.ts';
import { shrink } from '../run/shrink.ts';
import { readOptions, type SimOptions } from './options.ts';
import { appendResult, readResults } from './results-file.ts';
import { runAll, serveAsWorker } from './run-all.ts';

// `npm run sim`: see docs/reliability.md. Exits 1 if a rule was broken, or the run was too tame.
await readyForDialling();
// Most errors of a world are meant to be; where each came from is wanted of a replay only.
if (!process.argv.includes('--replay')) Error.stackTraceLimit = 0;
if (process.argv.includes('--worker')) serveAsWorker();
else process.exit(await simulate(readOptions(process.argv.slice(2))));

async function simulate(options: SimOptions): Promise<number> {
  const { resume, hours, json } = options;
  const kept = resume === undefined ? [] : readResults(resume).filter((old) => old.hours === hours);
  const known = new Set(kept.map(({ seed }) => seed));
  const requests = options.seeds.filter((seed) => !known.has(seed)).map(requestOf(options));
  const results = [...kept];
  const startedAt = performance.now();
  await runAll(requests, options.jobs, (result) => {
    results.push(result);
    showProgress(results.length - kept.length, requests.length);
    if (resume !== undefined) appendResult(resume, result);
    if (result.violation !== undefined && !json) console.log(showViolation(result));
  });
  showProgress();
  const summary = summarize(results);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  if (json) console.log(JSON.stringify({ ...summary, log: hashOf(results), seconds }));
  else console.log(`${showSummary(summary, results)}\n${seconds} s`);
  const failed = results.find(({ violation }) => violation !== undefined);
  if (failed !== undefined && !json) await explainFailure(failed, options);
  return failed === undefined && summary.tame.length === 0 ? 0 : 1;
}

/** On a terminal only, in a line that the next one replaces. */
function showProgress(done = 0, all = 0): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`\r\u001b[2K${all === 0 ? '' : `${done} of ${all} seeds`}`);
}

function requestOf({ hours, servers, without }: SimOptions) {
  return (seed: number): RunRequest => ({
    seed,
    hours,
    servers,
    ...(without.length > 0 && { without }),
  });
}

async function explainFailure(failed: SeedResult, options: SimOptions): Promise<void> {
  const request = requestOf(options)(failed.seed);
  console.log(`replay it with: ${replayOf(request)}`);
  if (!options.isReplay) console.log(showSmallest(await shrink(failed, request)));
}
