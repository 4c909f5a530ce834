import { isPassed, showVerdict } from './bound.ts';
import { readOptions, usage, type StressOptions } from './options.ts';
import { runHerd } from './herd/herd.ts';
import { runSchedule } from './schedule/schedule.ts';
import { runSoak } from './soak/soak.ts';
import { runStorm } from './storm/storm.ts';
import type { Run } from './run.ts';

// `npm run lab:stress -- storm|schedule|herd|soak`: see docs/reliability.md. Exits 1 if a bound was missed.
const runs = { storm: runStorm, schedule: runSchedule, herd: runHerd, soak: runSoak };

const options = read();
if (options !== undefined) await run(options);

function read(): StressOptions | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function run(chosen: StressOptions): Promise<void> {
  const kind: Run = runs[chosen.run];
  console.log(`${chosen.run}: ${chosen.replay}`);
  const bounds = await kind(chosen, (line) => console.log(line));
  console.log(showVerdict(bounds));
  process.exitCode = isPassed(bounds) ? 0 : 1;
}
