import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  createStatelyInspector,
  defaultViewer,
  readInspectorSettings,
} from '../../src/inspect/index.ts';
import { parseStatelyConfig } from '../../scripts/stately-config.ts';
import { openInspector } from './open-inspector.ts';
import { ask } from './wire.ts';

it.each<[string, object, string]>([
  ['a port that is none', { port: 70_000 }, 'options.port: must be a whole number from 0'],
  ['a port in words', { port: '80' }, 'options.port: must be a number, not text'],
  ['half a port', { port: 80.5 }, 'options.port: must be a whole number from 0'],
  ['a viewer over plain HTTP', { viewer: 'http://viewer.example/' }, 'options.viewer: must be an'],
  ['a viewer that is a script', { viewer: 'javascript:alert(1)' }, 'options.viewer: must be an'],
  ['a viewer that is no address', { viewer: 'stately.ai' }, 'options.viewer: must be an'],
  ['an unknown key', { veiwer: '' }, 'options.veiwer: unknown key; did you mean viewer?'],
])('E3 %s is refused with what is allowed', async (_, options, message) => {
  await expect(createStatelyInspector(options)).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(message),
  });
});

it('the viewer is Stately’s own unless another is named', async () => {
  const { url } = await openInspector();
  expect(JSON.parse((await ask(`${url}settings`)).body)).toEqual({ viewer: defaultViewer });
});

it('stately.config.json sets viewer and port, beside keys that are for others', async () => {
  const folder = await folderWith(
    '{ "machines": ["x"], // a comment\n "inspector": { "viewer": "http://localhost:7/", "port": 0 } }',
  );
  const settings = await readInspectorSettings(folder);
  expect(settings).toEqual({ viewer: 'http://localhost:7/', port: 0 });
  const { url } = await openInspector(settings);
  expect((await ask(`${url}settings`)).body).toContain('http://localhost:7/');
});

it('without the file, or without the key, what is built in holds', async () => {
  expect(await readInspectorSettings(await folderWith())).toEqual({});
  expect(await readInspectorSettings(await folderWith('{}'))).toEqual({});
});

it.each([
  ['[]', 'must be an object'],
  ['{', 'stately.config.json:1:2'],
  ['{ "inspector": { "prot": 1 } }', 'inspector.prot: unknown key; did you mean port?'],
  ['{ "inspector": { "viewer": "x" } }', 'inspector.viewer: must be an address'],
  ['{ "inspector": 1 }', 'inspector: must be an object'],
])('E3 a file that says %s is refused, and told where', async (text, message) => {
  await expect(readInspectorSettings(await folderWith(text))).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(message),
  });
});

it('the file of this project is held to the same', () => {
  const file = (inspector: object) =>
    JSON.stringify({ machines: ['x'], diagrams: { folder: 'docs' }, inspector });
  expect(parseStatelyConfig(file({ port: 7 }), 'f').inspector).toEqual({ port: 7 });
  expect(() => parseStatelyConfig(file({ viewer: 'http://viewer.example/' }), 'f')).toThrow(
    /viewer/,
  );
});

async function folderWith(text?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-stately-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (text !== undefined) await writeFile(join(folder, 'stately.config.json'), text);
  return folder;
}
