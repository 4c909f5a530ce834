import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findConfig } from '../../src/config/find-config.ts';
import { loadConfig } from '../../src/config/load-config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(name: string, text: string, variables = {}) {
  const file = join(folder, name);
  await writeFile(file, text);
  return loadConfig(file, variables);
}

async function refusal(name: string, text: string): Promise<string> {
  const error: unknown = await load(name, text).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'CONFIG_INVALID' });
  return (error as Error).message;
}

const server = '"files": { "command": "node" }';

describe('files of hosts (E4)', () => {
  it('E4 mcpServers are read as Claude Desktop, Cursor and .mcp.json write them', async () => {
    const { servers, problems } = await load(
      '.mcp.json',
      `{ "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "files"], "env": { "A": "1" } },
        "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "X": "y" } } } }`,
    );
    expect(servers).toEqual({
      files: { command: 'npx', args: ['-y', 'files'], env: { A: '1' } },
      web: { url: 'https://example.com/mcp', headers: { X: 'y' }, transport: 'http', auth: {} },
    });
    expect(problems).toEqual([]);
  });

  it('L10 a server with a url uses its kept login, unless it brings its own Authorization', async () => {
    const { servers } = await load(
      '.mcp.json',
      `{ "mcpServers": {
        "kept": { "url": "https://example.com" },
        "named": { "url": "https://example.com",
          "auth": { "clientId": "me", "clientSecret": "\${SECRET:-quiet}" } },
        "own": { "url": "https://example.com", "headers": { "authorization": "Bearer x" } },
        "files": { "command": "node" } } }`,
    );
    expect(servers['kept']).toHaveProperty('auth', {});
    expect(servers['named']).toHaveProperty('auth', { clientId: 'me', clientSecret: 'quiet' });
    expect(servers['own']).not.toHaveProperty('auth');
    expect(servers['files']).not.toHaveProperty('auth');
  });

  it('E4 servers are read as VS Code writes them, each type with its transport', async () => {
    const { servers } = await load(
      'mcp.json',
      `{ "inputs": [], "servers": {
        "files": { "type": "stdio", "command": "node" },
        "old": { "type": "sse", "url": "http://127.0.0.1/sse" },
        "new": { "type": "streamable-http", "url": "http://127.0.0.1/mcp" } } }`,
    );
    expect(servers).toMatchObject({
      files: { command: 'node' },
      old: { transport: 'sse' },
      new: { transport: 'http' },
    });
  });

  it('E4 comments, trailing commas and a byte order mark are allowed', async () => {
    const text = `\uFEFF{ // hosts\n "mcpServers": { /* one */ ${server}, }, }`;
    expect((await load('mcp.json', text)).servers).toEqual({ files: { command: 'node' } });
  });

  it('E4 unknown top-level keys are ignored and unknown entry keys noted with their place', async () => {
    const { servers, problems } = await load(
      'mcp.json',
      `{ "theme": 1, "mcpServers": {\n  "files": { "command": "node",\n    "autoAprove": [] } } }`,
    );
    expect(servers).toEqual({ files: { command: 'node' } });
    expect(problems).toEqual([
      expect.objectContaining({
        server: 'files',
        severity: 'note',
        path: 'autoAprove',
        position: '3:5',
      }),
    ]);
  });

  it('E4 disabled: true and enabled: false both keep a server listed and not started', async () => {
    const { servers } = await load(
      'mcp.json',
      `{ "mcpServers": { "a": { "command": "a", "disabled": true },
         "b": { "command": "b", "enabled": false }, "c": { "command": "c", "disabled": false } } }`,
    );
    expect([servers['a']?.enabled, servers['b']?.enabled, servers['c']?.enabled]).toEqual([
      false,
      false,
      undefined,
    ]);
  });

  it('E4 an unset variable names itself and its server, and costs only that server', async () => {
    const { servers, problems } = await load(
      'mcp.json',
      `{ "mcpServers": { ${server},
         "web": { "url": "https://x", "headers": { "Authorization": "Bearer \${TOKEN}" } } } }`,
    );
    expect(Object.keys(servers)).toEqual(['files']);
    expect(problems).toMatchObject([
      { server: 'web', severity: 'error', path: 'headers.Authorization' },
    ]);
    expect(problems[0]?.message).toContain('TOKEN');
  });

  it('E4 what a disabled server lacks is only noted', async () => {
    const { servers, problems } = await load(
      'mcp.json',
      '{ "mcpServers": { "web": { "url": "${HOST}", "disabled": true } } }',
    );
    expect(servers).toMatchObject({ web: { enabled: false } });
    expect(problems).toMatchObject([{ severity: 'note' }]);
  });
});

describe('our own file', () => {
  it('E4 relative cwd and stderrFile start from the folder of the file', async () => {
    const { servers } = await load(
      'holdfast.json',
      '{ "servers": { "a": { "command": "a", "cwd": "sub", "stderrFile": "a.log" } } }',
    );
    expect(servers['a']).toMatchObject({
      cwd: join(folder, 'sub'),
      stderrFile: join(folder, 'a.log'),
    });
  });

  it('E4 an unknown top-level key is refused with its place and the nearest known key', async () => {
    const message = await refusal('holdfast.json', `{ "servers": {},\n "polcy": {} }`);
    expect(message).toContain('holdfast.json:2:2: polcy: unknown key; did you mean policy?');
  });

  it('E4 a top-level policy makes any file our own', async () => {
    expect(await refusal('mcp.json', '{ "servers": {}, "policy": {}, "theme": 1 }')).toContain(
      'theme: unknown key',
    );
  });

  it('E4 an unknown key in an entry costs that server only', async () => {
    const { servers, problems } = await load(
      'holdfast.json',
      `{ "servers": { ${server}, "web": { "url": "https://x", "heders": {} } } }`,
    );
    expect(Object.keys(servers)).toEqual(['files']);
    expect(problems).toMatchObject([{ server: 'web', severity: 'error', path: 'heders' }]);
    expect(problems[0]?.message).toContain('did you mean headers?');
  });

  it('E3 the policy may hold keys of servers and of the fleet; a bad one is refused with its value', async () => {
    const { policy } = await load(
      'holdfast.json',
      '{ "servers": {}, "policy": { "baseDelayMs": 5, "maxSpawns": 1 } }',
    );
    expect(policy).toEqual({ baseDelayMs: 5, maxSpawns: 1 });
    const message = await refusal('holdfast.json', '{ "servers": {},\n"policy": { "jitter": 2 } }');
    expect(message).toContain('holdfast.json:2:1: policy.jitter: must be at most 1, not 2');
    expect(
      await refusal('holdfast.json', '{ "servers": {}, "policy": { "maxSpwns": 1 } }'),
    ).toContain('did you mean maxSpawns?');
  });

  it('E3 a server policy is judged over the policy of the fleet', async () => {
    const { servers, problems } = await load(
      'holdfast.json',
      `{ "policy": { "maxDelayMs": 90000 }, "servers": {
         "a": { "command": "a", "policy": { "baseDelayMs": 80000 } },
         "b": { "command": "b", "policy": { "baseDelayMs": 100000 } },
         "c": { "command": "c", "policy": { "maxSpawns": 1 } } } }`,
    );
    expect(Object.keys(servers)).toEqual(['a']);
    expect(problems).toMatchObject([
      { server: 'b', path: 'policy.baseDelayMs' },
      { server: 'c', path: 'policy.maxSpawns', message: expect.stringContaining('whole fleet') },
    ]);
  });
});

describe('files that cannot be used', () => {
  it('E3 a syntax error names file, line and column', async () => {
    expect(await refusal('mcp.json', '{\n  "servers": { "a" 1 }\n}')).toMatch(
      /mcp\.json:2:\d+: colon expected/,
    );
  });

  it.each([
    ['', 'value expected'],
    ['[]', 'must hold an object, not a list'],
    ['{}', 'neither servers nor mcpServers'],
    ['{ "servers": {}, "mcpServers": {} }', 'both servers and mcpServers'],
    ['{ "servers": [] }', 'servers must be an object, not a list'],
  ])('E3 %j is refused: %s', async (text, reason) => {
    expect(await refusal('mcp.json', text)).toContain(reason);
  });

  it('E3 a missing file is named', async () => {
    await expect(loadConfig(join(folder, 'none.json'))).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('no such file'),
    });
  });
});

describe('the file that is used when none is named', () => {
  it('E4 is holdfast.json, else .mcp.json, else an error that says what to do', async () => {
    await expect(findConfig(folder)).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      advice: expect.stringContaining('--config'),
    });
    await writeFile(join(folder, '.mcp.json'), '{}');
    expect(await findConfig(folder)).toBe(join(folder, '.mcp.json'));
    await writeFile(join(folder, 'holdfast.json'), '{}');
    expect(await findConfig(folder)).toBe(join(folder, 'holdfast.json'));
  });
});
