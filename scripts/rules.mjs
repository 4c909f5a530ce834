// `npm run rules [-- --report FILE]`: which test holds which rule of the contract; exits 1 when a rule
// has none. With the JSON report of a run, the tests are those that it ran.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

/** Rules that later work owns, each with its reason. An entry whose rule has a test must go. */
const later = {};

const rules = definedRules(readFileSync('docs/spec/contract.md', 'utf8'));
const { report } = parseArgs({ options: { report: { type: 'string' } } }).values;
const tests = report === undefined ? runnableTests() : testsOf(report);
const table = new Map(rules.map((rule) => [rule, tests.filter(({ name }) => cites(name, rule))]));

for (const [rule, holders] of table) printRule(rule, holders);
process.exitCode = judge() ? 0 : 1;

/** The ids that the contract defines: `- **C1** …` and the rows `| R1 | … |`. */
function definedRules(text) {
  // The changes at the end name rules that are defined above.
  const [rulesText] = text.split('\n## 13. Changes');
  const ids = [...rulesText.matchAll(/^(?:- \*\*|\| )([A-Z]\d+[a-z]?)(?:\*\*| \|)/gm)].map(
    ([, id]) => id,
  );
  const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (doubled.length > 0) throw new Error(`The contract defines ${doubled.join(', ')} twice.`);
  return ids;
}

/** Every test that a run came to, passed or not, by its full title. */
function testsOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName: name }) => ({ name, file })),
  );
}

/**
 * Every test that would run, by its full title. Vitest lists them, so that tables, loops and
 * vectors count by the titles they make, and a skipped test counts for nothing.
 */
function runnableTests() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-rules-'));
  try {
    const list = join(folder, 'tests.json');
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    execFileSync(process.execPath, [vitest, 'list', `--json=${list}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 300_000,
    });
    return JSON.parse(readFileSync(list, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cites(title, rule) {
  return new RegExp(`(?<![A-Za-z0-9_])${rule}(?![A-Za-z0-9_])`).test(title);
}

function printRule(rule, holders) {
  const lines = holders.map(({ name, file }) => `${name}  [${relative('.', file)}]`);
  const [first, ...rest] = lines.length > 0 ? lines : [gapText(rule)];
  console.log(`${rule.padEnd(5)}${String(holders.length).padStart(3)}  ${first}`);
  for (const line of rest) console.log(`${' '.repeat(10)}${line}`);
}

function gapText(rule) {
  return later[rule] === undefined ? 'NO TEST' : `(later) ${later[rule]}`;
}

function judge() {
  const gaps = [...table].filter(([rule, holders]) => holders.length === 0 && !(rule in later));
  const settled = Object.keys(later).filter((rule) => table.get(rule)?.length !== 0);
  const held = [...table.values()].filter((holders) => holders.length > 0).length;
  console.log(`\n${held} of ${rules.length} rules are held by a test.`);
  if (settled.length > 0)
    console.log(`Take off the list in scripts/rules.mjs, tested or gone: ${settled.join(', ')}`);
  if (gaps.length > 0) console.log(`No test cites: ${gaps.map(([rule]) => rule).join(', ')}`);
  return gaps.length === 0 && settled.length === 0;
}
