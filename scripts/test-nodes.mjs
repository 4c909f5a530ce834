// `npm run test:nodes [-- VITEST ARGUMENTS]`: the tests on the other Nodes that are supported, one line
// for each. Their binaries come as packages into a cache folder, and are no dependency of the project.
// Exits 1 if a test failed, or a version could not be tried.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installInto, nodeIn, nodePackage } from './other-node.mjs';

const MAJORS = [22, 24];
const SUITE_TIMEOUT_MS = 1_800_000;

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../node_modules/.cache/nodes');
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

for (const major of MAJORS) {
  const startedAt = performance.now();
  const { line, good } = await tryNode(major).catch(({ message }) => ({
    line: `could not be tried: ${message.split('\n')[0]}`,
    good: false,
  }));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`Node ${major}: ${line}, ${seconds} s`);
  if (!good) process.exitCode = 1;
}

async function tryNode(major) {
  const folder = join(cache, String(major));
  mkdirSync(folder, { recursive: true });
  if (nodeIn(folder, major) === undefined) await installInto(folder, [nodePackage(major)]);
  const node = nodeIn(folder, major);
  const { stdout: version } = await run(node, ['--version']);
  const { passed, failed, failures } = await runTests(node);
  for (const failure of failures) console.log(`  failed: ${failure}`);
  return {
    line: `${version.trim()}, ${passed} passed, ${failed} failed`,
    good: failed === 0 && passed > 0,
  };
}

async function runTests(node) {
  const scratch = mkdtempSync(join(tmpdir(), 'holdfast-nodes-'));
  const report = join(scratch, 'report.json');
  // Tests start children by `node` as well as by the path of their own.
  const env = { ...process.env, PATH: dirname(node) + delimiter + process.env.PATH };
  const argv = [
    vitest,
    'run',
    '--reporter=json',
    `--outputFile=${report}`,
    ...process.argv.slice(2),
  ];
  try {
    // A failed test fails the command; the report says which.
    await run(node, argv, { env, timeout: SUITE_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 }).catch(
      () => undefined,
    );
    return readReport(JSON.parse(readFileSync(report, 'utf8')));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readReport({ numPassedTests: passed, numFailedTests: failed, testResults }) {
  const failures = testResults.flatMap(({ name, status, assertionResults }) => {
    const broken = assertionResults.filter((test) => test.status === 'failed');
    // A file that could not be read has no tests that could fail.
    return status === 'failed' && broken.length === 0
      ? [name]
      : broken.map(({ fullName }) => fullName);
  });
  return { passed, failed: Math.max(failed, failures.length), failures };
}
