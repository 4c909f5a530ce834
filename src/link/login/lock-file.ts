import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Clock } from '../../clock.ts';
import { LoginOutage } from './login-error.ts';

/** How often a lock that somebody holds is looked at. */
const LOOK_MS = 30;

/** A holder ends within `RENEWAL_WAIT_MS`; one that is seen for longer is frozen or gone. */
const STALE_MS = 20_000;

/** Longest wait for a lock that goes from one living holder to the next. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Runs `work` while no other process does, by a lock file. The lock of a process that has died is
 * taken over: at once on the same machine, elsewhere when it has not changed hands for 20 s.
 * @throws LoginOutage if it is not to be had within 60 s, or the file cannot be written
 */
export async function withLockFile<Result>(
  path: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const mark = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  await acquire(path, mark, { clock, signal });
  try {
    return await work();
  } finally {
    await release(path, mark);
  }
}

async function acquire(
  path: string,
  mark: string,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const startedAt = clock.now();
  let seen: { readonly mark: string; readonly at: number } | undefined;
  while (!(await take(path, mark))) {
    const now = clock.now();
    if (signal.aborted || now - startedAt > LONGEST_WAIT_MS) throw new LoginOutage('LOCK');
    const holder = await markIn(path);
    if (holder === undefined) continue;
    if (seen?.mark !== holder) seen = { mark: holder, at: now };
    if (isDead(holder) || now - seen.at > STALE_MS) await takeAway(path, holder);
    else await new Promise<void>((resolve) => clock.setTimeout(resolve, LOOK_MS));
  }
}

/** False if somebody has it. */
async function take(path: string, mark: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, mark, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw new LoginOutage('LOCK', { cause: error });
  }
}

/** Only what is ours: a lock that was taken over meanwhile is its new holder's. */
async function release(path: string, mark: string): Promise<void> {
  if ((await markIn(path)) === mark) await unlink(path).catch(() => undefined);
}

async function markIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new LoginOutage('LOCK', { cause: error });
  }
}

function isDead(mark: string): boolean {
  const { pid, host } = parse(mark);
  if (host !== hostname() || pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/**
 * Another process may have replaced it a moment ago, so it is moved, looked at again, and put back
 * if it turns out to be another's.
 */
async function takeAway(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(path, aside);
    if ((await markIn(aside)) !== judged) await link(aside, path).catch(() => undefined);
    await unlink(aside);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new LoginOutage('LOCK', { cause: error });
  }
}

/** A holder that is still writing its mark has none that can be read. */
function parse(mark: string): { readonly pid?: number; readonly host?: string } {
  try {
    const { pid, host } = JSON.parse(mark) as { readonly pid?: unknown; readonly host?: unknown };
    return {
      ...(Number.isInteger(pid) && { pid: pid as number }),
      ...(typeof host === 'string' && { host }),
    };
  } catch {
    return {};
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
