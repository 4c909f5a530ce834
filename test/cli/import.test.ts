import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hostNames, hostPlaces, type Machine } from '../../src/cli/hosts/host-places.ts';
import type { ImportReport } from '../../src/cli/hosts/import-report.ts';
import { loadConfig } from '../../src/index.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

beforeEach(async () => {
  vi.stubEnv('HOME', join(cli.folder, 'home'));
  vi.stubEnv('XDG_CONFIG_HOME', '');
  await rm(join(cli.folder, 'holdfast.json'));
});
afterEach(() => vi.unstubAllEnvs());

/** Leaves a file as a host would; a path with ~ is in the user's home. */
async function leave(path: string, content: object | string): Promise<void> {
  const file = join(cli.folder, path.replace('~', 'home'));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
}

async function importAll(...args: string[]) {
  const { code, stdout } = await cli.run('import', '--json', ...args);
  const report = JSON.parse(stdout) as ImportReport;
  const outcomes = Object.fromEntries(
    report.servers.map(({ server, host, outcome }) => [`${server} of ${host}`, outcome]),
  );
  return { code, report, outcomes };
}

const written = async () =>
  JSON.parse(await readFile(join(cli.folder, 'holdfast.json'), 'utf8')) as {
    servers: Record<string, object>;
  };

describe('import and the shapes that hosts write', () => {
  it('E4 takes them all over, and what it writes can be loaded', async () => {
    await leave('~/.config/Claude/claude_desktop_config.json', {
      globalShortcut: '',
      mcpServers: { desktop: { command: 'npx', args: ['-y', 'files'], env: { KEY: '${KEY}' } } },
    });
    await leave('~/.claude.json', {
      mcpServers: { user: { type: 'stdio', command: 'user' } },
      projects: { [cli.folder]: { mcpServers: { here: { command: 'here' } } }, '/other': {} },
    });
    await leave('.mcp.json', { mcpServers: { shared: { type: 'sse', url: 'http://a.test/sse' } } });
    await leave('.cursor/mcp.json', { mcpServers: { web: { url: 'http://a.test/mcp' } } });
    await leave(
      '.vscode/mcp.json',
      '{ "inputs": [], // one\n "servers": { "code": { "command": "code" }, } }',
    );
    await leave('~/.config/Code/User/settings.json', {
      mcp: { servers: { old: { command: 'old' } } },
    });
    await leave(
      '~/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      { mcpServers: { cline: { type: 'streamableHttp', url: 'http://a.test/c', disabled: true } } },
    );
    await leave('~/.codeium/windsurf/mcp_config.json', {
      mcpServers: { surf: { serverUrl: 'http://a.test/surf' } },
    });
    await leave('~/.gemini/settings.json', {
      mcpServers: { gem: { httpUrl: 'http://a.test/gem' } },
    });
    const { code } = await importAll();
    expect(code).toBe(0);
    const { servers } = await written();
    expect(servers).toEqual({
      desktop: { command: 'npx', args: ['-y', 'files'], env: { KEY: '${KEY}' } },
      user: { command: 'user' },
      here: { command: 'here' },
      shared: { url: 'http://a.test/sse', transport: 'sse' },
      web: { url: 'http://a.test/mcp' },
      code: { command: 'code' },
      old: { command: 'old' },
      cline: { url: 'http://a.test/c', transport: 'http', enabled: false },
      surf: { url: 'http://a.test/surf' },
      gem: { url: 'http://a.test/gem', transport: 'http' },
    });
    const loaded = await loadConfig(join(cli.folder, 'holdfast.json'), { KEY: 'k' });
    expect(loaded.problems).toEqual([]);
    expect(Object.keys(loaded.servers)).toHaveLength(10);
  });

  it('E4 names ${input:x} as unsupported and keys it leaves out, and keeps variables as they are', async () => {
    await leave('.vscode/mcp.json', {
      servers: {
        keyed: {
          command: 'keyed',
          env: { KEY: '${input:api-key}', HOME: '${env:HOME}', LEVEL: '${LEVEL:-info}' },
          envFile: '.env',
        },
      },
    });
    const { code, report } = await importAll('--from', 'vscode');
    expect(code).toBe(0);
    const [{ notes = [] } = {}] = report.servers;
    expect(notes).toHaveLength(2);
    expect(notes[0]).toContain('envFile');
    expect(notes[1]).toContain('${input:api-key} is not supported');
    expect((await written()).servers['keyed']).toEqual({
      command: 'keyed',
      env: { KEY: '${input:api-key}', HOME: '${env:HOME}', LEVEL: '${LEVEL:-info}' },
    });
  });

  it("a relative folder starts from the host's project", async () => {
    await leave('.mcp.json', { mcpServers: { a: { command: 'a', cwd: 'sub' } } });
    await mkdir(join(cli.folder, 'elsewhere'));
    await cli.run('import', '--to', 'elsewhere/holdfast.json');
    const text = await readFile(join(cli.folder, 'elsewhere', 'holdfast.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      servers: { a: { command: 'a', cwd: join(cli.folder, 'sub') } },
    });
  });
});

describe('import and what is there already', () => {
  it('never replaces a server without --force, and keeps comments and order', async () => {
    const own = '{\n  // mine\n  "servers": {\n    "a": { "command": "mine" }\n  }\n}\n';
    await writeFile(join(cli.folder, 'holdfast.json'), own);
    await leave('.mcp.json', { mcpServers: { a: { command: 'theirs' }, b: { command: 'b' } } });
    const first = await importAll();
    expect(first.code).toBe(1);
    expect(first.outcomes).toEqual({ 'a of claude-code': 'clash', 'b of claude-code': 'added' });
    const text = await readFile(join(cli.folder, 'holdfast.json'), 'utf8');
    expect(text).toMatch(/\/\/ mine\n[^]*"mine"[^]*"b": \{/);
    const again = await importAll('--force');
    expect(again.outcomes).toEqual({ 'a of claude-code': 'replaced', 'b of claude-code': 'same' });
    expect(again.code).toBe(0);
  });

  it('of two hosts with one name the first wins, and the other is named', async () => {
    await leave('.mcp.json', { mcpServers: { a: { command: 'one' }, b: { command: 'b' } } });
    await leave('.cursor/mcp.json', { mcpServers: { a: { command: 'two' }, b: { command: 'b' } } });
    const { code, report, outcomes } = await importAll();
    expect(code).toBe(1);
    expect(outcomes).toMatchObject({ 'a of cursor': 'clash', 'b of cursor': 'same' });
    expect(report.servers[2]?.reason).toContain('.mcp.json');
    expect((await written()).servers['a']).toEqual({ command: 'one' });
  });

  it('--dry-run writes nothing', async () => {
    await leave('.mcp.json', { mcpServers: { a: { command: 'a' } } });
    const { code, stdout } = await cli.run('import', '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('1 server would be written to holdfast.json');
    await expect(written()).rejects.toThrow('ENOENT');
  });

  it('a file that cannot be read costs only itself, and a broken target is left alone', async () => {
    await leave('.mcp.json', '{ "mcpServers": ');
    await leave('.cursor/mcp.json', { mcpServers: { a: { command: 'a' }, bad: { command: 5 } } });
    const { code, report, outcomes } = await importAll();
    expect(code).toBe(1);
    expect(report.files[0]?.fault).toMatch(/\.mcp\.json:1:/);
    expect(outcomes).toEqual({ 'a of cursor': 'added', 'bad of cursor': 'unusable' });
    await writeFile(join(cli.folder, 'holdfast.json'), '{ mine');
    expect((await cli.run('import')).code).toBe(2);
    expect(await readFile(join(cli.folder, 'holdfast.json'), 'utf8')).toBe('{ mine');
  });

  it('finding nothing exits 1, and an unknown host 2', async () => {
    expect((await cli.run('import')).code).toBe(1);
    const { code, stderr } = await cli.run('import', '--from', 'emacs');
    expect(code).toBe(2);
    expect(stderr).toContain('Known hosts: claude-desktop, claude-code');
  });
});

describe('import and secrets', () => {
  it('L9 shows none, and writes a file that only its user can read', async () => {
    await leave('.mcp.json', {
      mcpServers: {
        a: { command: 'a', args: ['--key', 's3cret'], env: { KEY: 's3cret' } },
        b: { url: 'http://a.test/mcp?key=s3cret', headers: { X: 's3cret' } },
        c: { command: 'c', env: { KEY: ['s3cret'] } },
      },
    });
    const text = await cli.run('import');
    const json = await cli.run('import', '--json', '--force');
    for (const { stdout, stderr } of [text, json]) expect(stdout + stderr).not.toContain('s3cret');
    const file = join(cli.folder, 'holdfast.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o640);
    await leave('.cursor/mcp.json', { mcpServers: { d: { command: 'd' } } });
    await cli.run('import');
    expect((await stat(file)).mode & 0o777).toBe(0o640);
  });
});

describe('places of hosts', () => {
  const at = (platform: NodeJS.Platform, given: Partial<Machine> = {}) =>
    hostPlaces({ platform, home: '/h', project: '/p', env: {}, ...given }, hostNames).map(
      ({ file }) => file,
    );

  it('are those of the platform', () => {
    expect(at('linux')).toContain('/h/.config/Claude/claude_desktop_config.json');
    expect(at('linux', { env: { XDG_CONFIG_HOME: '/x' } })).toContain('/x/Code/User/mcp.json');
    expect(at('darwin')).toContain('/h/Library/Application Support/Code/User/mcp.json');
    const windows = at('win32', { home: 'C:\\h', env: { APPDATA: 'C:\\h\\AppData\\Roaming' } });
    expect(windows).toContain('C:\\h\\AppData\\Roaming\\Claude\\claude_desktop_config.json');
    expect(windows).toContain('C:\\h\\.cursor\\mcp.json');
  });

  it('begin with those of the project', () => {
    expect(at('linux')[0]).toBe('/p/.mcp.json');
    expect(at('linux').indexOf('/p/.gemini/settings.json')).toBeLessThan(
      at('linux').indexOf('/h/.claude.json'),
    );
  });
});
