import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const SCENARIO_TIMEOUT_MS = 60_000;

const scenarios = listScenarios();
const results = new Map<string, string>();

afterAll(() => {
  const lines = [...results].sort().map(([scenario, result]) => `${scenario} → ${result}`);
  console.log(lines.join('\n'));
});

describe('L1, T7 the MCP conformance suite passes through our own links', () => {
  it('knows the scenarios of the suite', () => {
    expect(scenarios.length).toBeGreaterThanOrEqual(23);
  });

  it.concurrent.each(scenarios)(
    '%s',
    async (scenario) => {
      const { passed, output } = await run(scenario);
      results.set(scenario, passed ? 'passed' : 'failed');
      expect(passed, output).toBe(true);
    },
    SCENARIO_TIMEOUT_MS + 5_000,
  );
});

/** Asked of the suite itself, so that a newer one brings its new scenarios along. */
function listScenarios(): string[] {
  const output = execFileSync(process.execPath, [suite, 'list', '--client'], { encoding: 'utf8' });
  return [...output.matchAll(/^ {2}- (\S+)$/gmu)].map(([, scenario = '']) => scenario);
}

function run(scenario: string): Promise<{ passed: boolean; output: string }> {
  const command = `${process.execPath} test/conformance/client.mjs`;
  const argv = [suite, 'client', '--command', command, '--scenario', scenario];
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { timeout: SCENARIO_TIMEOUT_MS }, (error, stdout, stderr) =>
      resolve({ passed: error === null, output: stdout + stderr }),
    );
  });
}
