import { readFileSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

/**
 * Every small change of one file, and whether a test noticed it. First the cases are asked, which cost
 * little; what they let pass is then tried with the tests of the rules.
 */
export async function mutate(file, name, jobs) {
  process.env.HOLDFAST_MUTATED = name;
  const startedAt = performance.now();
  const first = await runStryker({ ...byCases, mutate: [file], concurrency: jobs });
  const passed = first.filter(({ status }) => isUnnoticed(status));
  const ranges = passed.map(({ location }) => rangeOf(file, location));
  const second =
    ranges.length === 0
      ? []
      : await runStryker({ ...byTests, mutate: [...new Set(ranges)], concurrency: jobs });
  const lines = readFileSync(file, 'utf8').split('\n');
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const results = first.map((mutant) => describe(laterOf(mutant, second), lines));
  const unnoticed = results.filter(({ status }) => isUnnoticed(status));
  console.log(
    `${file}: ${results.length} changes, ${passed.length} not noticed by the cases, ` +
      `${unnoticed.length} not by the tests either, ${seconds} s`,
  );
  for (const { line, was, becomes } of unnoticed) console.log(`  ${line}: ${was} → ${becomes}`);
  return results;
}

export function isUnnoticed(status) {
  return status === 'Survived' || status === 'NoCoverage';
}

const common = {
  coverageAnalysis: 'perTest',
  // Types alone cannot be changed; a file without anything else has nothing to show.
  allowEmpty: true,
  // Only what the tests read is copied.
  ignorePatterns: [
    '/*',
    '!/machines',
    '!/src',
    '!/test',
    '!/docs',
    '!/package.json',
    '!/*.ts',
    '!/*.json',
  ],
  tempDirName: '.tmp/stryker',
  reporters: [],
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 20,
  allowConsoleColors: false,
  logLevel: 'error',
};

const byCases = {
  ...common,
  testRunner: 'cases',
  plugins: ['./scripts/mutation/case-runner.mjs'],
  buildCommand: 'tsdown --config test/mutation/tsdown.config.ts',
  // Each change loads the code once more, and nothing ever lets go of code.
  maxTestRunnerReuse: 200,
};

const byTests = {
  ...common,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
};

function runStryker(options) {
  return new Stryker(options).runMutationTest();
}

/** Stryker counts columns from 0 and takes a range whose end is not part of it. */
function rangeOf(file, { start, end }) {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/** A range may hold smaller changes as well, which the cases had noticed. */
function laterOf(mutant, second) {
  if (!isUnnoticed(mutant.status)) return mutant;
  const isSame = (other) =>
    other.mutatorName === mutant.mutatorName &&
    other.replacement === mutant.replacement &&
    JSON.stringify(other.location) === JSON.stringify(mutant.location);
  return second.find(isSame) ?? mutant;
}

function describe({ mutatorName, replacement, location, status }, lines) {
  return {
    line: location.start.line,
    mutator: mutatorName,
    was: oneLine(textAt(location, lines)),
    becomes: oneLine(replacement ?? ''),
    status,
  };
}

function textAt({ start, end }, lines) {
  const taken = lines.slice(start.line - 1, end.line);
  taken[taken.length - 1] = (taken.at(-1) ?? '').slice(0, end.column - 1);
  taken[0] = (taken[0] ?? '').slice(start.column - 1);
  return taken.join('\n');
}

function oneLine(text) {
  return text.replaceAll(/\s+/g, ' ').trim();
}
