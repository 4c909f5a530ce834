// `npm run sim:nodes [-- --seeds N --hours H]`: the same seeds on every Node that is supported, whose
// event logs have to be the same to the byte (I15). One line for each; exits 1 if any differs.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installInto, nodeIn, nodePackage } from './other-node.mjs';

const MAJORS = [22, 24];
const RUN_TIMEOUT_MS = 600_000;

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/nodes');
const asked = process.argv.slice(2);
const options = asked.length > 0 ? asked : ['--seeds', '5', '--hours', '6'];

await run('npx', ['tsdown', '--config', 'test/sim/tsdown.config.ts'], { cwd: root });
const logs = new Set();
for (const node of [process.execPath, ...(await Promise.all(MAJORS.map(otherNode)))]) {
  const { stdout: version } = await run(node, ['--version']);
  const { log, events } = await simulate(node);
  logs.add(log);
  console.log(`Node ${version.trim()}: ${events} events, log ${log}`);
}
if (logs.size > 1) {
  console.error('the logs differ');
  process.exitCode = 1;
}

async function otherNode(major) {
  const folder = join(cache, String(major));
  mkdirSync(folder, { recursive: true });
  if (nodeIn(folder, major) === undefined) await installInto(folder, [nodePackage(major)]);
  return nodeIn(folder, major);
}

async function simulate(node) {
  const argv = [join(root, '.tmp/sim/test/sim/command/main.js'), '--json', ...options];
  const { stdout } = await run(node, argv, { timeout: RUN_TIMEOUT_MS });
  return JSON.parse(stdout);
}
