import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createSite } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptPort } from '../fixtures/http/kept-port.mjs';
import type { DoctorReport, Finding } from '../../src/cli/doctor/finding.ts';
import { startFaultServer } from '../fixtures/http/fault-server.mjs';
import { selfSignedServer } from './certificate.ts';
import { checkTools } from '../../src/cli/doctor/check-tools.ts';
import { fixture, isGone } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();
const echo = fixture('echo-server.mjs');

/** What doctor found about each server, and the exit code. */
async function examine(servers: Record<string, object>, ...args: string[]) {
  await cli.configure(servers);
  const { code, stdout } = await cli.run('doctor', '--json', ...args);
  const report = JSON.parse(stdout) as DoctorReport;
  const of = (name: string) => {
    const found = report.servers.find(({ server }) => server === name);
    if (found === undefined) throw new Error(`nothing was found about ${name}`);
    return found;
  };
  const first = (name: string): Partial<Finding> =>
    of(name).findings.find(({ verdict }) => verdict !== 'fine') ?? {};
  return { code, report, of, first };
}

describe('doctor and servers that work', () => {
  it('makes a real handshake with each, says how long it took, and leaves no process', async () => {
    const log = join(cli.folder, 'starts');
    const web = await startFaultServer();
    try {
      const logged = { ...echo, env: { FIXTURE_START_LOG: log } };
      const { code, report, of } = await examine({ one: logged, web: { url: web.url } });
      expect(code).toBe(0);
      expect(report.verdict).toBe('fine');
      const handshake = of('web').findings.find(({ check }) => check === 'handshake');
      expect(handshake).toMatchObject({ message: 'session established over http' });
      expect(handshake?.tookMs).toBeGreaterThan(0);
      const pids = (await readFile(log, 'utf8')).trim().split('\n').map(Number);
      expect(pids).toHaveLength(1);
      for (const pid of pids) expect(await isGone(pid)).toBe(true);
    } finally {
      await web.close();
    }
  });

  it('shows each look with its sign as text', async () => {
    const { code, stdout } = await cli.run('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ echo\n {2}✓ command .*\n {2}✓ handshake {5} session established {2}/);
    expect(stdout).toContain('✓ 1 of 1 servers work');
  });

  it('works beside a running up and leaves that alone', async () => {
    const fleet = await cli.up();
    const pid = await cli.serverPid();
    const { code, stderr } = await cli.run('doctor');
    expect(code).toBe(0);
    expect(stderr).toContain('An "up" runs for this configuration');
    expect(await cli.serverPid()).toBe(pid);
    expect(fleet.child.exitCode).toBeNull();
  });

  it('E4 does not start a disabled server', async () => {
    const { code, of } = await examine({ off: { command: 'nowhere', enabled: false }, echo });
    expect([code, of('off').verdict]).toEqual([0, 'disabled']);
  });
});

describe('doctor and a configuration', () => {
  it('E4 that holds no server is not in order', async () => {
    await cli.configure({});
    const { code, stdout } = await cli.run('doctor');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^✗ there is no server to look at/)]);
  });

  it('E4 that cannot be read exits 2 and names line and column', async () => {
    await writeFile(join(cli.folder, 'holdfast.json'), '{\n  "servers": {,\n}');
    const { code, stderr } = await cli.run('doctor');
    expect(code).toBe(2);
    expect(stderr).toMatch(/holdfast\.json:2:15/);
  });

  it('E4 names a variable that is not set, its server and the way out, and tries the others', async () => {
    const { code, first, of } = await examine({
      keyed: { ...echo, env: { KEY: '${HOLDFAST_UNSET}' } },
      echo,
    });
    expect(code).toBe(1);
    expect(first('keyed')).toMatchObject({ verdict: 'wrong', check: 'configuration' });
    expect(first('keyed').message).toContain('env.KEY the environment variable HOLDFAST_UNSET');
    expect(first('keyed').next).toContain('${NAME:-default}');
    expect(of('echo').verdict).toBe('fine');
  });

  it("E4 an unknown key in a host's file is noted once and is no fault", async () => {
    const file = join(cli.folder, 'mcp.json');
    await writeFile(file, JSON.stringify({ mcpServers: { echo: { ...echo, alwaysAllow: [] } } }));
    const { code, stdout } = await cli.run('doctor', file);
    expect(code).toBe(0);
    expect(stdout.match(/alwaysAllow/g)).toHaveLength(1);
    expect(stdout).toContain('1 of 1 servers work, 1 with notes');
  });
});

describe('doctor and a server that cannot be started', () => {
  it('E2 a missing command or folder is named with a hint, without starting anything', async () => {
    const { code, first } = await examine({
      command: { command: 'no-such-command' },
      uvx: { command: 'uvx', env: { PATH: cli.folder } },
      folder: { ...echo, cwd: 'missing' },
      file: { command: join(cli.folder, 'holdfast.json') },
    });
    expect(code).toBe(1);
    expect(first('command')).toMatchObject({ verdict: 'wrong', check: 'command' });
    expect(first('uvx').next).toContain('uvx comes with uv');
    expect(first('folder')).toMatchObject({ check: 'folder' });
    expect(first('file').next).toContain('chmod +x');
  });

  it('L2 L3 one that dies tells its exit code and its last words', async () => {
    const { first } = await examine({ dies: fixture('exit-at-once.mjs') });
    expect(first('dies')).toMatchObject({ check: 'handshake' });
    expect(first('dies').message).toContain('PROCESS_EXITED');
    expect(first('dies').lastWords).toMatch(/\S/);
  });

  it('C2 one that never answers is given up in time', async () => {
    const { first } = await examine({ mute: fixture('never-answer.mjs') }, '--timeout-ms', '700');
    expect(first('mute').message).toContain('TIMEOUT');
    expect(first('mute').next).toContain('--timeout-ms');
  });

  it('L9 no secret is shown, whatever fails', async () => {
    const env = { KEY: 'very-secret-key' };
    await cli.configure({
      dies: { command: process.execPath, args: ['-e', 'throw process.env.KEY'], env },
      web: { url: 'http://127.0.0.1:1/mcp?key=very-secret-key' },
    });
    const { stdout, stderr } = await cli.run('doctor');
    expect(stdout).toContain('✗ dies');
    expect(stdout + stderr).not.toContain('very-secret-key');
  });
});

describe('doctor and a server over HTTP', () => {
  it('E2 names the step that fails: scheme, name, connection, certificate', async () => {
    const { code, first } = await examine({
      scheme: { url: 'ftp://127.0.0.1/mcp' },
      name: { url: 'http://no-such-host.invalid/mcp' },
      connection: { url: `http://127.0.0.1:${await keptPort()}/mcp` },
      certificate: { url: `${await selfSignedServer(cli.folder)}/mcp` },
    });
    expect(code).toBe(1);
    expect(first('scheme')).toMatchObject({ check: 'address' });
    expect(first('name')).toMatchObject({ check: 'name' });
    expect(first('connection').message).toContain('ECONNREFUSED');
    expect(first('certificate').message).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(first('certificate').next).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('E2 TLS where there is none, and an address where something else answers', async () => {
    const site = createSite((_request, response) => response.writeHead(404).end('no such page'));
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    const place = `127.0.0.1:${(site.address() as AddressInfo).port}`;
    try {
      const { first } = await examine({
        plain: { url: `https://${place}/mcp` },
        page: { url: `http://${place}/mcp` },
      });
      expect(first('plain')).toMatchObject({ check: 'certificate' });
      expect(first('page')).toMatchObject({ check: 'handshake' });
      expect(first('page').next).toContain('Check the path');
    } finally {
      site.close();
    }
  });
});

describe('doctor and what servers say', () => {
  it('T1 T2 K2 finds tools that cannot be offered, schemas that are none, and long names', async () => {
    const { code, of } = await examine({ odd: fixture('odd-tools.mjs') });
    const told = of('odd').findings.filter(({ verdict }) => verdict !== 'fine');
    expect(code).toBe(1);
    expect(told.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong', 'note', 'note']);
    const texts = told.map(({ message }) => message);
    expect(texts[0]).toContain('"bare" was dropped');
    expect(texts[1]).toMatch(
      /input schema of bad-input cannot be used: data\/properties\/a\/type .+/,
    );
    const complaints = texts[1]?.replace(/^.*cannot be used: /, '').split(', ') ?? [];
    expect(new Set(complaints).size).toBe(complaints.length);
    expect(texts[2]).toContain('output schema of bad-output');
    expect(texts[3]).toContain('64 characters');
  });

  it('T5 a filter that names no tool is noted', async () => {
    const { code, first } = await examine({ echo: { ...echo, exclude: ['slow', 'gone-*'] } });
    expect(code).toBe(0);
    expect(first('echo')).toMatchObject({ verdict: 'note', check: 'tools' });
    expect(first('echo').message).toContain('gone-*');
  });

  it('T5 a filter that names only a prompt is in order', () => {
    const entry = { command: 'x', include: ['greet', 'gone'] };
    const findings = checkTools({ tools: [], prompts: ['greet'] }, [], entry);
    const notes = findings.filter(({ verdict }) => verdict === 'note');
    expect(notes.map(({ message }) => message)).toEqual([
      expect.stringContaining('no tool or prompt is called gone'),
    ]);
  });

  it('L3 noise on stdout is counted', async () => {
    const { code, first } = await examine({ noisy: fixture('garbage.mjs') });
    expect(code).toBe(0);
    expect(first('noisy')).toMatchObject({ verdict: 'note', check: 'output' });
    expect(first('noisy').message).toMatch(/^\d+ lines on stdout/);
  });
});

describe('doctor and an interrupt', () => {
  it('S5 ends what is under way, exits 130 and leaves no process', async () => {
    const log = join(cli.folder, 'starts');
    const mute = { ...fixture('never-answer.mjs'), env: { FIXTURE_START_LOG: log } };
    await cli.configure({ mute });
    const doctor = cli.start('doctor');
    const pid = await firstStart(log);
    doctor.child.kill('SIGINT');
    expect((await doctor.finished).code).toBe(130);
    expect(await isGone(pid)).toBe(true);
  });
});

async function firstStart(log: string): Promise<number> {
  for (let look = 0; look < 500; look += 1) {
    const text = await readFile(log, 'utf8').catch(() => '');
    if (text.includes('\n')) return Number(text.trim());
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error('the server was never started');
}
