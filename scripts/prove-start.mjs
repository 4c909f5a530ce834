// Proves that `npm start` works for somebody who has just run `npm ci`: every server gets ready, a
// killed one comes back, the commands answer, Ctrl-C ends it all and leaves nothing. Exits 1 with
// the step that failed. Needs a system with `ps`.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

const BOUND_MS = 90_000;
const POLL_MS = 250;

const run = promisify(execFile);
const startedAt = performance.now();
const config = ['--config', 'examples/holdfast.json'];
const bound = AbortSignal.timeout(BOUND_MS);

let log = '';
// A process group of its own, as a terminal would give it, so that Ctrl-C can be sent to all of it.
const npm = spawn('npm', ['start'], { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
const exited = once(npm, 'exit');
for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (log += chunk));

try {
  await prove();
  step('done');
} catch (error) {
  console.error(`failed: ${error.message}\n${log.split('\n').slice(-30).join('\n')}`);
  process.exitCode = 1;
} finally {
  // Only what this script started, by the id of its group.
  if (npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, 'SIGKILL');
}

async function prove() {
  const ready = await until('all four servers are ready', async () => {
    const { servers } = await json('status');
    return servers.length === 4 && servers.every(({ state }) => state === 'ready') && servers;
  });
  const victim = ready.find(({ server }) => server === 'everything');
  process.kill(victim.pid, 'SIGKILL');
  await until('the killed server is back in a new process', async () => {
    const { servers } = await json('status');
    const now = servers.find(({ server }) => server === 'everything');
    return now.state === 'ready' && now.pid !== victim.pid;
  });
  process.kill(await descendantRunning('server-everything/dist/index.js sse'), 'SIGKILL');
  await until('a server over SSE that was killed has a new session', async () => {
    const { servers } = await json('status');
    const now = servers.find(({ server }) => server === 'everything-sse');
    return now.state === 'ready' && now.transport === 'sse' && now.generation > 1;
  });
  await answers('tools lists those of all four', 'tools', 'everything-sse');
  await answers('call gets its answer', 'call everything echo message=hello', 'hello');
  await answers('explain says that nothing is wrong', 'explain everything', 'Nothing is wrong');
  await answers('retry makes a fresh session', 'retry everything', 'is ready');
  await endsClean();
}

async function endsClean() {
  const all = await descendants(npm.pid);
  process.kill(-npm.pid, 'SIGINT');
  const [code, signal] = await withinBound(exited);
  // npm and its shell get the Ctrl-C too, and may report that instead of the exit code.
  const ended = code === 0 || code === 130 || signal === 'SIGINT';
  if (!ended || !log.includes('nothing is left'))
    throw new Error(`npm start ended with ${code ?? signal}`);
  step('Ctrl-C ends it, with nothing left by its own account');
  await until('no process of it is left', async () => {
    const running = await processes();
    return all.every((old) => !running.some((now) => same(old, now)));
  });
}

async function answers(what, command, expected) {
  const { stdout } = await holdfast(...command.split(' '), ...config);
  if (!stdout.includes(expected)) throw new Error(`${command} answered: ${stdout}`);
  step(what);
}

async function json(command) {
  return JSON.parse((await holdfast(command, '--json', ...config)).stdout);
}

function holdfast(...args) {
  return run(process.execPath, ['dist/src/cli/main.js', ...args], { signal: bound });
}

/** Asks again until the answer is there; an error means not yet. */
async function until(what, ask) {
  while (!bound.aborted) {
    const answer = await ask().catch(() => undefined);
    if (answer) {
      step(what);
      return answer;
    }
    if (npm.exitCode !== null && !what.startsWith('no process'))
      throw new Error(`npm start ended with ${npm.exitCode} before ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`not within ${BOUND_MS / 1_000} s: ${what}`);
}

function withinBound(promise) {
  const late = once(bound, 'abort').then(() => {
    throw new Error(`not ended within ${BOUND_MS / 1_000} s`);
  });
  return Promise.race([promise, late]);
}

async function descendants(root) {
  const all = await processes();
  const found = all.filter(({ pid }) => pid === root);
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid));
  return found;
}

/** The id of the one process among them whose command line ends like this. */
async function descendantRunning(end) {
  const all = await descendants(npm.pid);
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,args=']);
  const lines = stdout.split('\n').map((line) => line.trim());
  const pids = lines.filter((line) => line.endsWith(end)).map((line) => parseInt(line, 10));
  return all.find(({ pid }) => pids.includes(pid)).pid;
}

async function processes() {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,lstart=,stat=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => !fields.at(-1).startsWith('Z'))
    .map(([pid, parent, ...start]) => ({
      pid: Number(pid),
      parent: Number(parent),
      start: start.slice(0, -1).join(' '),
    }));
}

/** A process id alone may have been given to somebody else meanwhile. */
function same(one, other) {
  return one.pid === other.pid && one.start === other.start;
}

function step(what) {
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${what}`);
}
