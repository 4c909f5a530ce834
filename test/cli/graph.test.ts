import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCli } from './use-cli.ts';

const cli = useCli();

describe('graph', () => {
  it('draws the whole machine in each format, with events, guards and delays by name', async () => {
    const starts = {
      mermaid: /^stateDiagram-v2\n/,
      svg: /^<svg .*<\/svg>\n$/s,
      ascii: /^server \(all at once\)\n\|\n\+- connection\n/,
      json: /^\{\n {2}"machine": "server",\n/,
    };
    for (const [format, start] of Object.entries(starts)) {
      const { code, stdout } = await cli.run('graph', '--format', format);
      expect([format, code, stdout]).toEqual([format, 0, expect.stringMatching(start)]);
      for (const name of ['link.failed', 'reconnectBudgetSpent', 'backoff', 'probeTimeout'])
        expect(stdout).toContain(name);
    }
  });

  it('draws one region in each format, and mermaid if nothing is said', async () => {
    for (const format of ['mermaid', 'svg', 'ascii', 'json']) {
      const { stdout } = await cli.run('graph', '--format', format, '--region', 'breaker');
      expect(stdout).toContain('halfOpen');
      expect(stdout).not.toContain('parked');
    }
    expect((await cli.run('graph')).stdout).toMatch(/^stateDiagram-v2\n/);
  });

  it('--json answers with the graph, or with what was written', async () => {
    const graph = JSON.parse((await cli.run('graph', '--json')).stdout);
    expect(graph).toMatchObject({ machine: 'server', region: '' });
    const out = join(cli.folder, 'breaker.svg');
    const args = ['--format', 'svg', '--region', 'breaker', '--out', out];
    const { stdout } = await cli.run('graph', ...args, '--json');
    expect(JSON.parse(stdout)).toEqual({ format: 'svg', region: 'breaker', out });
    expect(await readFile(out, 'utf8')).toBe(
      await readFile('docs/pictures/machine/breaker.svg', 'utf8'),
    );
  });

  it.each([
    [['--format', 'png'], "'png' is invalid"],
    [['--region', 'moon'], 'server has no region moon; it has connection, breaker'],
    [['--format', 'svg', '--region', 'connection.parked'], 'connection, breaker'],
    [['--out', 'no/such/folder/x'], 'FILE_UNWRITABLE'],
  ])('%j is a mistake of use: exit 2', async (args, reason) => {
    const { code, stderr } = await cli.run('graph', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
  });
});
