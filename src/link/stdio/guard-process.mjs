// L5: outlives its host by moments, to end the servers that the host can no longer end. Its stdin
// is a pipe from the host, which closes with the host's death, however it died. Plain JavaScript
// that imports nothing of ours, so that it runs beside the sources and beside the built files.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TERM_GRACE_MS = 1_000;
const KILL_MS = 3_000;
const POLL_MS = 50;

const markPattern = /HOLDFAST_MARK=([0-9a-f]{32})/u;

/** By pid: `{ pid, startTime, mark, known }`, `known` being the start times of members seen before. */
const registered = new Map();

// A terminal's Ctrl-C, or a service being stopped, is the host's to handle; the end of the pipe is ours.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { add, remove } = JSON.parse(line);
    if (add) registered.set(add.pid, { ...add, known: new Map([[add.pid, add.startTime]]) });
    if (remove) registered.delete(remove);
  })
  .on('close', () => void endAll());

async function endAll() {
  if (registered.size > 0) {
    if (signalAll('SIGTERM') > 0) await untilGone(TERM_GRACE_MS, () => livingTotal());
    await untilGone(KILL_MS, () => signalAll('SIGKILL'));
  }
  process.exit(0);
}

async function untilGone(boundMs, countLeft) {
  const deadlineMs = performance.now() + boundMs;
  while (countLeft() > 0 && performance.now() < deadlineMs)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

function signalAll(signal) {
  if (process.platform === 'win32') return taskkillAll();
  const table = readTable();
  let total = 0;
  for (const server of registered.values()) {
    const members = living(server, table);
    total += members.length;
    if (members.some(({ group }) => group === server.pid)) send(-server.pid, signal);
    for (const { pid, group } of members) if (group !== server.pid) send(pid, signal);
  }
  return total;
}

function livingTotal() {
  const table = readTable();
  return [...registered.values()].reduce((sum, server) => sum + living(server, table).length, 0);
}

/** L4: the group, the marked, their descendants, and whoever was one of these; each by start time. */
function living(server, table) {
  const leader = table.find(({ pid }) => pid === server.pid);
  const groupIsForeign = leader !== undefined && leader.startTime !== server.startTime;
  const members = new Set(
    table.filter((entry) => {
      if (entry.pid === process.pid || entry.pid <= 1) return false;
      const known = server.known.get(entry.pid);
      if (known !== undefined) return known === entry.startTime;
      if (entry.group === server.pid) return !groupIsForeign;
      return entry.mark === server.mark;
    }),
  );
  // A set hands out what is added to it while it is walked.
  for (const { pid } of members)
    for (const entry of table) if (entry.parent === pid && pid !== process.pid) members.add(entry);
  for (const { pid, startTime } of members) server.known.set(pid, startTime);
  return [...members].filter(({ zombie }) => !zombie);
}

function readTable() {
  return process.platform === 'linux' ? readProc() : readPs();
}

function readProc() {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/u.test(name)) return [];
    const text = readOr(`/proc/${name}/stat`, '');
    // The name in the second field may hold brackets and blanks itself.
    const [state, parent, group, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (rest.length < 17) return [];
    const zombie = state === 'Z' || state === 'X';
    const mark = markPattern.exec(readOr(`/proc/${name}/environ`, ''))?.[1];
    return [{ pid: +name, parent: +parent, group: +group, startTime: rest[16], zombie, mark }];
  });
}

function readPs() {
  // Each column by itself, and in no language: start times are compared with the host's as text.
  const columns = ['pid=', 'ppid=', 'pgid=', 'state=', 'lstart='].flatMap((each) => ['-o', each]);
  const output = execFileSync('ps', ['-A', ...columns], {
    encoding: 'utf8',
    timeout: 2_000,
    maxBuffer: 16 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C' },
  });
  return output.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...time] = line.trim().split(/\s+/u);
    if (state === undefined) return [];
    const startTime = time.join(' ');
    return [{ pid: +pid, parent: +parent, group: +group, startTime, zombie: state[0] === 'Z' }];
  });
}

function readOr(path, otherwise) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone meanwhile, or another user's.
    return otherwise;
  }
}

function send(target, signal) {
  try {
    process.kill(target, signal);
  } catch {
    // Gone meanwhile; the next look at the table tells.
  }
}

function taskkillAll() {
  for (const { pid } of registered.values())
    try {
      execFileSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    } catch {
      // Not there any more.
    }
  return 0;
}
