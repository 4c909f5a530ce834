import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Bug } from '../bugs/bug.ts';
import { bugs } from '../bugs/bugs.ts';
import { readOptions, type PlantedOptions } from './options.ts';
import { faultsOf, medianSeed, tableOf } from './table.ts';
import { noBug, tryBug, type Verdict } from './try-bug.ts';

// `npm run planted`: see docs/reliability.md. Exits 1 if a bug was not noticed by any layer that was
// asked, or if something was noticed where nothing was planted.
process.exit(await main(readOptions(process.argv.slice(2))));

async function main(options: PlantedOptions): Promise<number> {
  const startedAt = performance.now();
  const kept = readKept(options.resume);
  const known = new Set(kept.map(({ bug }) => bug));
  const queue = options.bugs.filter((bug) => !known.has(bug?.name ?? noBug));
  const verdicts = [...kept];
  const work = async () => {
    for (let bug = next(queue); bug !== 'none left'; bug = next(queue)) {
      const verdict = await tryBug(bug, options);
      verdicts.push(verdict);
      if (options.resume !== undefined)
        appendFileSync(options.resume, `${JSON.stringify(verdict)}\n`);
      console.log(lineOf(verdict));
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const faults = faultsOf(verdicts, options.bugs);
  if (!options.quick) console.log(`\n${tableOf(verdicts, bugs)}\n`);
  const median = medianSeed(verdicts);
  if (median !== undefined) console.log(`median seed of the simulation: ${median}`);
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${options.bugs.length} planted, ${faults.length} faults, ${seconds} s`);
  return faults.length === 0 ? 0 : 1;
}

function next(queue: (Bug | undefined)[]): Bug | undefined | 'none left' {
  return queue.length === 0 ? 'none left' : queue.shift();
}

function lineOf({ bug, findings }: Verdict): string {
  const told = Object.entries(findings).map(([layer, finding]) => {
    if (finding === 'nothing') return `${layer}: nothing`;
    const { rule, seed } = finding;
    return `${layer}: ${rule}${seed === undefined ? '' : ` at seed ${seed}`}`;
  });
  return `${bug}: ${told.join('; ')}`;
}

/** One verdict a line; a last line that was cut off is found out again. */
function readKept(file: string | undefined): Verdict[] {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Verdict];
      } catch {
        return [];
      }
    });
}
