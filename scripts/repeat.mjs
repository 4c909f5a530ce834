// `npm run repeat -- 100 test/real test/requirements`: the same tests again and again, each time in a
// fresh process. What came of each time is added to `.tmp/repeat.jsonl`, so that an ended run goes on
// where it was; `--fresh` begins anew. Exits 1 if any time failed.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '110' },
    results: { type: 'string', default: '.tmp/repeat.jsonl' },
    fresh: { type: 'boolean', default: false },
  },
});
const [times, ...files] = positionals;
const wanted = Number(times);
const minutes = Number(values.minutes);
if (!(wanted > 0) || !(minutes > 0) || files.length === 0) {
  console.error('npm run repeat -- TIMES FILE... [--minutes 110] [--results FILE] [--fresh]');
  process.exit(2);
}
const { results } = values;
const key = files.join(' ');
mkdirSync(dirname(results), { recursive: true });
if (values.fresh) rmSync(results, { force: true });

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const until = performance.now() + minutes * 60_000;
const done = doneBefore();
if (done.length > 0)
  console.log(`${done.length} times were run before, see ${results}; --fresh begins anew`);
while (done.length < wanted && performance.now() < until) {
  const result = runOnce();
  done.push(result);
  appendFileSync(results, `${JSON.stringify(result)}\n`);
  const { passed, failures, seconds } = result;
  console.log(
    `${done.length} of ${wanted}: ${passed} passed, ${failures.length} failed, ${seconds} s`,
  );
  for (const reason of result.reasons) console.log(reason);
}
const failed = done.filter(({ failures }) => failures.length > 0);
const names = failed.flatMap(({ failures }) => failures);
for (const name of new Set(names))
  console.log(`${names.filter((each) => each === name).length}× ${name}`);
console.log(
  `of ${[...new Set(done.map((each) => each.commit ?? 'an unknown commit'))].join(', ')}`,
);
console.log(`${done.length} times, ${failed.length} of them with failures`);
process.exitCode = failed.length === 0 && done.length >= wanted ? 0 : 1;

function doneBefore() {
  if (!existsSync(results)) return [];
  const text = readFileSync(results, 'utf8');
  // A last line that was cut off is run again.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(results, whole);
  const lines = whole.split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).filter((each) => each?.of === key);
}

function runOnce() {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const report = `${results}.report.json`;
  rmSync(report, { force: true });
  const began = performance.now();
  const args = [
    'run',
    '--project',
    'source',
    // Else most of the time goes into translating the same files again.
    '--experimental.fsModuleCache',
    // A process for many files, or a third of the time goes into loading them for each.
    '--no-isolate',
    '--maxWorkers=4',
    '--reporter=json',
    `--outputFile=${report}`,
    ...files,
  ];
  spawnSync(process.execPath, [vitest, ...args], { stdio: 'ignore', timeout: 1_800_000 });
  const seconds = Math.round((performance.now() - began) / 1_000);
  return { of: key, commit, at: new Date().toISOString(), seconds, ...read(report) };
}

/** A run without a report, or a file that does not load, is itself a failure. */
function read(report) {
  if (!existsSync(report)) return { passed: 0, failures: ['no report was written'], reasons: [] };
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const broken = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && tests.length === 0)
      return [{ name: `${name} does not load`, reason: message }];
    return tests.map((test) => ({ name: test.fullName, reason: test.failureMessages.join('\n') }));
  });
  if (broken.length === 0 && numPassedTests === 0)
    broken.push({ name: 'no test was run', reason: 'No test file has such a name.' });
  return {
    passed: numPassedTests,
    failures: broken.map(({ name }) => name),
    reasons: broken.map(({ reason }) => reason.slice(0, 2_000)),
  };
}
