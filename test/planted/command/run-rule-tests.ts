import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { Bug } from '../bugs/bug.ts';
import type { Finding } from '../layers/layer.ts';

const RUN_TIMEOUT_MS = 300_000;

/** The tests of the rule that is broken, by vitest, with the bug planted as it reads the source. */
export function runRuleTests({ name, tests = [] }: Bug): Promise<Finding | undefined> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const config = 'test/planted/vitest.config.ts';
  const args = [vitest, 'run', '--config', config, '--reporter', 'json', ...tests];
  const env = { ...process.env, HOLDFAST_PLANTED: name };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { env, timeout: RUN_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error === null) return resolve(undefined);
        const failed = failedTests(stdout);
        if (failed.length === 0) return reject(new Error(`vitest did not run: ${stderr}`));
        resolve({ rule: failed[0] ?? '', what: failed.join('; ') });
      },
    );
  });
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

function failedTests(stdout: string): string[] {
  const start = stdout.indexOf('{');
  if (start < 0) return [];
  const { testResults } = JSON.parse(stdout.slice(start)) as Report;
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
}
