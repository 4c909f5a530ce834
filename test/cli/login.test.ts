import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFaultServer, type FaultServer } from '../fixtures/http/fault-server.mjs';
import { startOAuthServer, type OAuthServer } from '../fixtures/oauth/oauth-server.mjs';
import { buildCli } from './built-cli.ts';
import { CliProcess, fixture } from './cli-process.ts';

vi.setConfig({ testTimeout: 60_000 });

let built: Awaited<ReturnType<typeof buildCli>>;
let folder: string;
let mcp: FaultServer;
let oauth: OAuthServer;
let started: CliProcess[];

beforeAll(async () => {
  built = await buildCli();
}, 60_000);
afterAll(() => built.remove());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-login-'));
  started = [];
  mcp = await startFaultServer();
  oauth = await startOAuthServer({ mcp });
  await configure({ url: oauth.url.href });
});

afterEach(async () => {
  for (const { child, finished } of started) {
    child.kill('SIGKILL');
    await finished;
  }
  await oauth.close();
  await mcp.close();
  await rm(folder, { recursive: true });
});

describe('L10 holdfast login', () => {
  it('C9 logs in through the browser, and the running fleet uses it at once', async () => {
    const up = start('up');
    await up.says('parked');
    const explained = await run('explain', 'guarded');
    expect(explained.stdout).toContain('holdfast login guarded');
    const login = start('login', 'guarded', '--no-browser');
    const page = await fetch(await pageOf(login));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('go back to the terminal');
    const { code, stdout, stderr } = await login.finished;
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'logged in to guarded, and it is ready\n',
    });
    expect((await run('call', 'guarded', 'echo', 'text=hi')).stdout).toContain('hi');
    expect(stdout + stderr + up.stdout + up.stderr).not.toMatch(/access-|refresh-/);
    expect(oauth.counts).toMatchObject({ registrations: 1, authorizations: 1, codes: 1 });
  });

  it('opens the page without a shell, in the browser of the machine', async () => {
    const browser = `#!${process.execPath}\nfetch(process.argv[2]);\n`;
    for (const name of ['xdg-open', 'open'])
      await writeFile(join(folder, name), browser, { mode: 0o700 });
    const { code, stdout } = await run('login', 'guarded');
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(oauth.counts.authorizations).toBe(1);
  });

  it('says so where no browser can be opened, and goes on waiting', async () => {
    const login = start('login', 'guarded');
    const page = await pageOf(login);
    await login.says('open the page yourself');
    await fetch(page);
    expect((await login.finished).code).toBe(0);
  });

  it('keeps the login in a file that nobody else can read, for whoever comes later', async () => {
    const login = start('login', 'guarded', '--no-browser');
    await fetch(await pageOf(login));
    expect((await login.finished).stdout).toContain('"holdfast up" will use it');
    const state = join(folder, 'state', 'holdfast');
    expect((await stat(state)).mode & 0o777).toBe(0o700);
    const [name = '', ...others] = await readdir(state);
    expect(others).toEqual([]);
    expect(name).toMatch(/^127\.0\.0\.1-[0-9a-f]{16}\.json$/);
    expect((await stat(join(state, name))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(join(state, name), 'utf8'))).toMatchObject({
      tokens: { issuer: oauth.origin },
      client: { client_name: 'holdfast', issuer: oauth.origin },
    });
    oauth.expireAccess();
    expect((await run('call', 'guarded', 'echo', 'text=hi')).stdout).toContain('hi');
    expect(oauth.counts).toMatchObject({ refreshes: 1, authorizations: 1 });
  });

  it('turns away whoever does not know the state, and goes on waiting', async () => {
    const login = start('login', 'guarded', '--no-browser');
    const page = await pageOf(login);
    const back = new URL(page.searchParams.get('redirect_uri') ?? '');
    expect(back.hostname).toBe('127.0.0.1');
    for (const query of ['?code=stolen&state=guessed', '?error=access_denied', ''])
      expect((await fetch(new URL(query, back))).status).toBe(404);
    await fetch(page);
    expect((await login.finished).code).toBe(0);
  });

  it('uses a client that was registered by hand, and keeps no secret of the configuration', async () => {
    oauth.configure({ registration: false });
    const auth = { clientId: 'known', clientSecret: '${LOGIN_SECRET}', scopes: ['mcp', 'more'] };
    await configure({ url: oauth.url.href, auth });
    const login = start('login', 'guarded', '--no-browser');
    const page = await pageOf(login);
    expect(page.searchParams.get('scope')).toBe('mcp more');
    await fetch(page);
    expect((await login.finished).code).toBe(0);
    expect(oauth.tokenRequests[0]).toMatchObject({ client_secret: 'a-quiet-secret' });
    const state = join(folder, 'state', 'holdfast');
    const [name = ''] = await readdir(state);
    expect(await readFile(join(state, name), 'utf8')).not.toContain('a-quiet-secret');
  });

  it('says what to do where no client can be registered', async () => {
    oauth.configure({ registration: false });
    const { code, stderr } = await run('login', 'guarded', '--no-browser');
    expect(code).toBe(1);
    expect(stderr).toContain('LOGIN_REFUSED');
    expect(stderr).toContain('"clientId"');
  });

  it('says so where a server offers no login at all', async () => {
    await configure({ url: mcp.url.href });
    const { code, stderr } = await run('login', 'guarded', '--no-browser');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^LOGIN_REFUSED: the server offers no login\n/);
  });

  it('says that the person said no, and changes nothing', async () => {
    oauth.configure({ denies: true });
    const login = start('login', 'guarded', '--no-browser');
    expect((await fetch(await pageOf(login))).status).toBe(400);
    const { code, stderr } = await login.finished;
    expect(code).toBe(1);
    expect(stderr).toContain('denied in the browser');
    await expect(readdir(join(folder, 'state'))).rejects.toThrow('ENOENT');
  });

  it('tells an outage from a refusal', async () => {
    oauth.fail('register', { status: 503 });
    const { code, stderr } = await run('login', 'guarded', '--no-browser');
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('LOGIN_UNAVAILABLE') as string,
    });
  });

  it('S5 ends when it is told to', async () => {
    const login = start('login', 'guarded', '--no-browser');
    await pageOf(login);
    login.child.kill('SIGINT');
    expect((await login.finished).code).toBe(130);
  });

  it('is only for servers that a login is for', async () => {
    await configure(fixture('echo-server.mjs'));
    expect((await run('login', 'guarded')).stderr).toContain('LOGIN_NOT_NEEDED');
    await configure({ url: oauth.url.href, headers: { authorization: 'Bearer own' } });
    expect((await run('login', 'guarded')).stderr).toContain('LOGIN_NOT_NEEDED');
    const unknown = await run('login', 'other');
    expect(unknown.stderr).toContain('SERVER_UNKNOWN');
    expect(unknown.code).toBe(1);
  });
});

function configure(entry: object): Promise<void> {
  const text = JSON.stringify({ servers: { guarded: entry } });
  return writeFile(join(folder, 'holdfast.json'), text);
}

function start(...args: string[]): CliProcess {
  const made = new CliProcess(built.file, args, {
    cwd: folder,
    env: {
      // The only browser is one that a test puts there.
      PATH: folder,
      XDG_RUNTIME_DIR: folder,
      XDG_STATE_HOME: join(folder, 'state'),
      LOGIN_SECRET: 'a-quiet-secret',
    },
  });
  started.push(made);
  return made;
}

function run(...args: string[]) {
  return start(...args).finished;
}

/** The page that a person is asked to open. */
async function pageOf(login: CliProcess): Promise<URL> {
  await login.says('/authorize?');
  await login.says('\n\n');
  return new URL(/http:\S+/.exec(login.stderr)?.[0] ?? '');
}
