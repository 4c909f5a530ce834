// Runs the newest conformance suites, which need a newer Node than holdfast, against the built package:
// the suite runs on Node 22 out of a package, the client under test on the Node that runs this
// script. Both are installed into a temporary folder, which is removed afterwards. Prints one line for
// each scenario; docs/conformance.md keeps the result. Exits 1 if a suite could not be run at all.
//
//   npm run build && node scripts/conformance-newest.mjs [VERSION...]
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installInto, nodeIn, nodePackage } from './other-node.mjs';

const NODE_MAJOR = 22;
const SCENARIO_TIMEOUT_MS = 60_000;
const AT_ONCE = 2;

/** The newest revision that holdfast speaks; scenarios of the other one alone are left out. */
const SPOKEN = '2025-11-25';
const UNSPOKEN = '2026-07-28';

const run = promisify(execFile);
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['latest', '0.2.0-alpha.12'];
const client = `${process.execPath} ${join(import.meta.dirname, '../test/conformance/client.mjs')}`;

for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-conformance-'));
  try {
    await runSuite(version, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runSuite(version, folder) {
  await installInto(folder, [
    nodePackage(NODE_MAJOR),
    `@modelcontextprotocol/conformance@${version}`,
  ]);
  const suite = suiteIn(folder);
  const { stdout: node } = await suite.node(['--version']);
  const { stdout: name } = await suite.run(['--version']);
  const scenarios = await suite.scenarios();
  console.log(`\nconformance ${name.trim()} on ${node.trim()}, client on ${process.version}`);
  const failed = await runAll(scenarios, (scenario) => suite.passes(scenario));
  console.log(`${scenarios.length - failed.length} of ${scenarios.length} passed`);
}

function suiteIn(folder) {
  const modules = join(folder, 'node_modules');
  const script = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
  const node = (argv, options) => run(nodeIn(folder, NODE_MAJOR), argv, options);
  const runScript = (argv, options) => node([script, ...argv], { cwd: folder, ...options });
  return {
    node,
    run: runScript,
    async scenarios() {
      const { stdout } = await runScript(['list', '--client']);
      const listed = [...stdout.matchAll(/^ {2}- (\S+)(?: \[(.*)\])?$/gmu)];
      return listed
        .filter(([, , revisions = '']) => revisions !== UNSPOKEN)
        .map(([, scenario, revisions = '']) => ({
          scenario,
          flags: revisions.includes(SPOKEN) ? ['--spec-version', SPOKEN] : [],
        }));
    },
    passes({ scenario, flags }) {
      const argv = ['client', '--command', client, '--scenario', scenario, ...flags];
      const options = { timeout: SCENARIO_TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 };
      return runScript(argv, options).then(
        () => undefined,
        ({ stdout = '', stderr = '' }) => reasonIn(stdout + stderr),
      );
    },
  };
}

/** A few at a time; resolves to those that failed. */
async function runAll(scenarios, passes) {
  const waiting = [...scenarios];
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const reason = await passes(next);
      if (reason !== undefined) failed.push(next);
      console.log(`${next.scenario} → ${reason === undefined ? 'passed' : `failed: ${reason}`}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failed;
}

/** The checks that failed, as the suite lists them at its end. */
function reasonIn(output) {
  const [, list = ''] = output.split('Failed Checks:');
  const checks = [...list.matchAll(/^ {2}- (.+)$/gmu)].map(([, check]) => check);
  return checks.join('; ') || output.trim().split('\n').at(-1);
}
