import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { withLockFile } from '../../src/link/login/lock-file.ts';
import { loginFile, readLogin, writeLogin } from '../../src/link/login/login-file.ts';
import { LoginOutage } from '../../src/link/login/login-error.ts';
import { until } from './http-peer.ts';
import { startGuardedServer, type GuardedServer } from './login-stage.ts';

const tenAnswered = JSON.stringify(Array(10).fill('answered'));

test('L10 two processes that share a login refresh it once, and none of their calls fails', async () => {
  const guarded = await startGuardedServer({ tokenDelayMs: 100 });
  const { oauth } = guarded;
  const state = await keepLogin(guarded);
  const clients = [startClient(guarded, state), startClient(guarded, state)];
  for (const client of clients) expect(await client.line()).toBe('ready');
  for (const refreshes of [1, 2]) {
    oauth.expireAccess();
    for (const client of clients) client.go();
    for (const client of clients) expect(await client.line()).toBe(tenAnswered);
    expect(oauth.counts).toMatchObject({ refreshes, reuses: 0 });
  }
  for (const client of clients) await client.end();
  // Each of them first has to compile the sources.
}, 120_000);

test('L10 the lock of a process that was killed is taken over at once', async () => {
  const path = join(await folder(), 'login.lock');
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  await writeFile(path, JSON.stringify({ pid: holder.pid, host: hostname(), id: 'x' }));
  let looks = 0;
  const look = (run: () => void, delayMs: number) => {
    looks += 1;
    return systemClock.setTimeout(run, delayMs);
  };
  let taken = false;
  const clock = { ...systemClock, setTimeout: look };
  const second = withLockFile(path, { ...lock(), clock }, async () => (taken = true));
  await until(() => looks >= 3);
  expect(taken).toBe(false);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await second).toBe(true);
  // And it leaves none behind.
  expect(await withLockFile(path, lock(), async () => 'free')).toBe('free');
});

test('L10 a lock has one holder at a time, however many want it', async () => {
  const path = join(await folder(), 'login.lock');
  let holders = 0;
  let most = 0;
  const work = async () => {
    holders += 1;
    most = Math.max(most, holders);
    await new Promise((done) => setTimeout(done, 5));
    holders -= 1;
  };
  await Promise.all(Array.from({ length: 12 }, () => withLockFile(path, lock(), work)));
  expect(most).toBe(1);
});

test('L10 a lock that changes hands on another machine is waited for, and one that does not is not', async () => {
  const path = join(await folder(), 'login.lock');
  await writeFile(path, JSON.stringify({ pid: 1, host: 'elsewhere', id: 'x' }));
  // A clock on which each look is a second later.
  let now = 0;
  const clock = { ...systemClock, now: () => (now += 1_000) };
  const signal = new AbortController().signal;
  expect(await withLockFile(path, { clock, signal }, async () => now > 20_000)).toBe(true);
});

test('L10 a lock that cannot be made is an outage', async () => {
  const path = join(await folder(), 'file');
  await writeFile(path, '');
  const wait = withLockFile(join(path, 'login.lock'), lock(), async () => 'never');
  await expect(wait).rejects.toBeInstanceOf(LoginOutage);
});

test('L10 a login file that cannot be understood is none', async () => {
  const file = join(await folder(), 'login.json');
  for (const text of ['', '{"tokens":', 'null', '{"tokens":{"access_token":7}}', '[]']) {
    await writeFile(file, text);
    expect(await readLogin(file)).toEqual({ tokens: undefined, client: undefined });
  }
});

function lock() {
  return { clock: systemClock, signal: AbortSignal.timeout(30_000) };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'holdfast-login-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** A state folder in which the login of the server is kept. */
async function keepLogin({ oauth }: GuardedServer): Promise<string> {
  const state = await folder();
  const issuer = oauth.origin;
  await writeLogin(loginFile(oauth.url, { XDG_STATE_HOME: state }), {
    tokens: { ...oauth.grant(), issuer },
    client: { client_id: 'client', issuer },
  });
  return state;
}

function startClient({ oauth }: GuardedServer, state: string) {
  const loader = resolve('test/fixtures/typescript.mjs');
  const file = resolve('test/fixtures/oauth/renewing-client.ts');
  const child = spawn(process.execPath, ['--import', loader, file, oauth.url.href], {
    env: { ...process.env, XDG_STATE_HOME: state },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    line: async () => (await lines.next()).value as string,
    go: () => child.stdin.write('go\n'),
    end: async () => {
      child.stdin.end();
      const [code] = (await once(child, 'exit')) as [number | null];
      expect(code).toBe(0);
    },
  };
}
