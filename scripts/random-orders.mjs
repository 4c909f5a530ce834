// `npm run random-orders`: random orders for as long as it takes, in batches with a seed each. What is
// done is noted in `.tmp/random-orders.jsonl`, so that a run that was ended goes on where it was.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    steps: { type: 'string', default: '200' },
    batch: { type: 'string', default: '2000' },
    of: { type: 'string', default: 'machine' },
    minutes: { type: 'string', default: '110' },
    results: { type: 'string', default: '.tmp/random-orders.jsonl' },
  },
});
const files = {
  machine: 'test/machines/agreement.test.ts',
  fleet: 'test/random/random-orders.test.ts',
};
const { of, results } = values;
const [wanted, steps, batch] = [values.runs, values.steps, values.batch].map(Number);
if (!Object.hasOwn(files, of)) throw new Error(`--of is ${of}; there are machine and fleet.`);

mkdirSync(dirname(results), { recursive: true });
const until = performance.now() + Number(values.minutes) * 60_000;
let done = doneBefore();
while (done < wanted && performance.now() < until) {
  const seed = 1 + done;
  const runs = Math.min(batch, wanted - done);
  if (!passes(seed, runs)) break;
  done += runs;
  appendFileSync(results, `${JSON.stringify({ of, steps, seed, runs })}\n`);
  console.log(`${of}: ${done} of ${wanted} runs of ${steps} steps, no rule broken`);
}
if (done < wanted) process.exitCode = 1;

function doneBefore() {
  if (!existsSync(results)) return 0;
  const lines = readFileSync(results, 'utf8').trim().split('\n').filter(Boolean);
  return lines
    .map((line) => JSON.parse(line))
    .filter((each) => each.of === of && each.steps === steps)
    .reduce((sum, each) => sum + each.runs, 0);
}

function passes(seed, runs) {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'source', '--reporter', 'dot', files[of]];
  const env = {
    ...process.env,
    HOLDFAST_RUNS: String(runs),
    HOLDFAST_STEPS: String(steps),
    HOLDFAST_SEED: String(seed),
  };
  const { status, stdout } = spawnSync(process.execPath, args, {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 7_200_000,
  });
  if (status !== 0) console.log(stdout);
  return status === 0;
}
