import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { until } from '../link/processes.ts';
import { NAME, stable, supervise, textOf } from '../requirements/stage.ts';
import { filesystem } from './public-servers.ts';

/** These servers take about a second to start. */
const policy = { graceMs: 10_000 };

it('T2 L2 K2 server-filesystem is listed, reads and writes, is killed, and goes on', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-files-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.txt'), 'content of a');
  const fleet = supervise({ servers: { [NAME]: filesystem(folder) }, policy });
  const { supervisor, status, told, toolNames, reaches } = fleet;
  await supervisor.start();
  expect(toolNames()).toEqual(expect.arrayContaining(['read_text_file', 'write_file']));
  const names = supervisor.tools().map(({ displayName }) => displayName);
  expect(names).toContain(`${NAME}__read_text_file`);

  const path = join(folder, 'a.txt');
  const read = () => supervisor.callTool(NAME, 'read_text_file', { path });
  expect(textOf(await read())).toBe('content of a');
  await supervisor.callTool(NAME, 'write_file', { path, content: 'changed' });
  expect(readFileSync(path, 'utf8')).toBe('changed');
  // A tool's own refusal is a result, and no failure of the server's (B2).
  const refusal = await supervisor.callTool(NAME, 'read_text_file', { path: '/etc/hostname' });
  expect(refusal.isError).toBe(true);
  expect(textOf(refusal)).toContain('Access denied');

  await stable(fleet);
  const toolsBefore = toolNames();
  process.kill(status().pid ?? 0, 'SIGKILL');
  await until(() => told('server.lost').length === 1, 'the death is noticed');
  expect(toolNames()).toEqual(toolsBefore);
  expect(supervisor.tools().every(({ availability }) => availability === 'reconnecting')).toBe(
    true,
  );
  // Thirty callers wait for one new session.
  const results = await Promise.all(Array.from({ length: 30 }, read));
  expect(results.map(textOf)).toEqual(Array.from({ length: 30 }, () => 'changed'));
  expect(new Set(results.map(({ generation }) => generation))).toEqual(new Set([2]));
  await reaches('ready');
  expect(told('server.attempting')).toHaveLength(2);
  expect(toolNames()).toEqual(toolsBefore);
});
