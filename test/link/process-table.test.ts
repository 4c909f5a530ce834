import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { MARK_VARIABLE } from '../../src/link/stdio/start/environment.ts';
import { scanProc } from '../../src/link/stdio/stop/process-table-proc.ts';
import { scanProcesses } from '../../src/link/stdio/stop/process-table.ts';
import { until } from './processes.ts';

/** A folder in the form of /proc, whose processes come and go as a test wants. */
function procFolder(processes: number) {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-proc-'));
  const end = (place = '.') => rmSync(join(root, place), { recursive: true, force: true });
  onTestFinished(() => end());
  const add = (pid: number) => {
    mkdirSync(join(root, String(pid)));
    writeFileSync(join(root, String(pid), 'stat'), statOf(pid));
  };
  for (let pid = 100; pid < 100 + processes; pid += 1) add(pid);
  return { root, add, end };
}

const statOf = (pid: number) =>
  `${pid} (a name (with) brackets) S 1 ${pid} ${pid} ${Array.from({ length: 15 }, () => 0).join(' ')} 77 0`;

it('L4 F1 while hundreds of processes are looked at, the event loop goes on', async () => {
  const { root } = procFolder(400);
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  const table = await scanProc(root);
  over = true;
  expect(table?.entries).toHaveLength(400);
  expect(turns).toBeGreaterThanOrEqual(400 / 16);
});

it('L4 a process that takes over from one that ended meanwhile is seen, wherever its id stands', async () => {
  const { root, add, end } = procFolder(200);
  const looking = scanProc(root);
  // The list has been read, and the last of it has not.
  add(7);
  end('299');
  const pids = (await looking)?.entries.map(({ pid }) => pid) ?? [];
  expect(pids).toContain(7);
  expect(pids).not.toContain(299);
});

it("L4 marks that many ask for at once are each their own process's", async () => {
  const { root } = procFolder(100);
  const markOf = (pid: number) => `${pid}`.repeat(16).slice(0, 32);
  for (let pid = 100; pid < 200; pid += 1)
    writeFileSync(
      join(root, String(pid), 'environ'),
      `A=1\0${MARK_VARIABLE}=${markOf(pid)}\0B=2\0`,
    );
  const table = await scanProc(root);
  const entries = table?.entries ?? [];
  const marks = await Promise.all(entries.map(async (entry) => table?.markOf(entry)));
  expect(entries).toHaveLength(100);
  expect(marks).toEqual(entries.map(({ pid }) => markOf(pid)));
});

it('L4 who asks during one look gets the next, and all who do share it', async () => {
  const first = scanProcesses();
  let begun = false;
  setImmediate(() => setImmediate(() => (begun = true)));
  await until(() => begun, 'the first look is under way');
  const [second, third] = [scanProcesses(), scanProcesses()];
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  const pids = (await second)?.entries.map(({ pid }) => pid);
  expect(pids).toContain(process.pid);
  expect((await first)?.entries.length).toBeGreaterThan(0);
});

it('L4 with every descriptor in use nobody is said to be gone, and looking throws nothing', async () => {
  const module = new URL('../../src/link/stdio/stop/process-table-proc.ts', import.meta.url).href;
  const script = `
    import { openSync } from 'node:fs';
    const { scanProc, startTimeFromProc } = await import(${JSON.stringify(module)});
    const before = startTimeFromProc(process.pid);
    const table = await scanProc();
    const own = table.entries.find(({ pid }) => pid === process.pid);
    try { for (;;) openSync('/dev/null'); } catch {}
    const found = [typeof before, typeof startTimeFromProc(process.pid), typeof (await scanProc())];
    process.stdout.write(JSON.stringify([...found, typeof (await table.markOf(own))]));
  `;
  const typescript = fileURLToPath(new URL('../fixtures/typescript.mjs', import.meta.url));
  const program = ['--import', typescript, '--input-type=module', '-e', script];
  // A limit of its own, so that the test's process keeps its descriptors.
  const limited = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, ...program];
  const { stdout } = await promisify(execFile)('sh', limited, { timeout: 30_000 });
  expect(JSON.parse(stdout)).toEqual(['string', 'undefined', 'undefined', 'undefined']);
});

it('L4 a list whose files cannot be opened is none, and not an empty one', async () => {
  const { root, end } = procFolder(3);
  end();
  expect(await scanProc(root)).toBeUndefined();
});
