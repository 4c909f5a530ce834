// Prints `N passed, N failed` from vitest's JSON report; a run without a report has failed.
import { existsSync, readFileSync } from 'node:fs';

const report = process.argv[2] ?? '';
const { passed, failed } = existsSync(report)
  ? count(JSON.parse(readFileSync(report, 'utf8')))
  : { passed: 0, failed: 1 };
console.log(`${passed} passed, ${failed} failed`);

/** A file that does not load has no tests to count, and is itself one failure. */
function count({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}
