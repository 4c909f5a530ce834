import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/** Every small change of the files, and whether one of the tests noticed it. */
export async function mutate(files, tests, jobs) {
  process.env.HOLDFAST_TESTS = tests.join('\n');
  const startedAt = performance.now();
  const stryker = new Stryker({ ...options, mutate: files, concurrency: jobs });
  const found = await stryker.runMutationTest();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`${found.length} changes of ${files.length} files in ${seconds} s`);
  return files.map((file) => ({ file, mutants: resultsOf(file, found) }));
}

function resultsOf(file, found) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const mutants = found.filter(({ fileName }) => relative('.', fileName) === file);
  const results = mutants.map((mutant) => describe(mutant, lines));
  const unnoticed = results.filter(({ status }) => isUnnoticed(status));
  console.log(`${file}: ${results.length} changes, ${unnoticed.length} not noticed`);
  for (const { line, was, becomes } of unnoticed) console.log(`  ${line}: ${was} → ${becomes}`);
  return results;
}

export function isUnnoticed(status) {
  return status === 'Survived' || status === 'NoCoverage';
}

const options = {
  testRunner: 'tests',
  plugins: ['./scripts/mutation/test-runner.mjs'],
  buildCommand: 'tsdown --config test/mutation/tsdown.config.ts',
  // Each change loads the code once more, and nothing ever lets go of code.
  maxTestRunnerReuse: 200,
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
  timeoutMS: 10_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 20,
  allowConsoleColors: false,
  logLevel: 'error',
};

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
