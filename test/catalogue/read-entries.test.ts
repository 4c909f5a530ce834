import { expect, test } from 'vitest';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { OfferedList } from '../../src/catalogue/offered-list.ts';
import { readPrompts } from '../../src/catalogue/read-prompts.ts';
import { readResourceTemplates, readResources } from '../../src/catalogue/read-resources.ts';
import { readTools } from '../../src/catalogue/read-tools.ts';
import { createToolFilter } from '../../src/catalogue/tool-filter.ts';

const inputSchema = { type: 'object' };

function deep(levels: number): object {
  return levels === 0 ? {} : { within: deep(levels - 1) };
}

test('T2 E5 each broken tool costs only itself, and is named with what is wrong', () => {
  const listed = [
    null,
    'text',
    { inputSchema },
    { name: '', inputSchema },
    { name: 'a' },
    { name: 'b', inputSchema: { type: 'string' } },
    { name: 'c', inputSchema, outputSchema: deep(300) },
    { name: 'x'.repeat(70) },
    { name: 'd', inputSchema },
    { name: 'e', inputSchema: {} },
    { name: 5, inputSchema },
  ];
  const { entries, notices } = readTools(listed);
  expect([...entries.keys()]).toEqual(['d', 'e']);
  expect(notices).toEqual([
    'tool number 1 was dropped: it is not an object',
    'tool number 2 was dropped: it is not an object',
    'tool number 3 was dropped: it has no name',
    'tool number 4 was dropped: it has no name',
    'tool "a" was dropped: it has no input schema',
    'tool "b" was dropped: its input schema is not for an object',
    'tool "c" was dropped: it is nested too deeply',
    `tool "${'x'.repeat(64)}" was dropped: it has no input schema`,
    'tool number 11 was dropped: it has no name',
  ]);
});

test('E5 ten broken entries are named, more are counted', () => {
  const broken = Array.from({ length: 12 }, () => null);
  expect(readTools(broken.slice(2)).notices).toHaveLength(10);
  expect(readTools(broken).notices.slice(9)).toEqual([
    'tool number 10 was dropped: it is not an object',
    '2 more tools were dropped',
  ]);
});

test('T2 what is broken in a tool that is still of use is left out', () => {
  const sound = { title: 'A', description: 'B', outputSchema: {}, annotations: {}, execution: {} };
  const kept = { name: 'a', inputSchema, extra: 1 };
  const broken = { title: 1, description: 2, outputSchema: 3, annotations: 4, execution: 5 };
  expect(readTools([{ ...kept, ...sound }]).entries.get('a')).toEqual({ ...kept, ...sound });
  expect(readTools([{ ...kept, ...broken }]).entries.get('a')).toEqual(kept);
});

test('T6 a prompt with arguments that are none is dropped, one without any is kept', () => {
  const { entries, notices } = readPrompts([
    { name: 'a', title: 1, description: 2 },
    { name: 'b', title: 'B', description: 'b', arguments: null },
    { name: 'c', arguments: [{ name: 'x' }] },
    { name: 'd', arguments: [{ name: 'x' }, { name: 1 }] },
    { name: 'e', arguments: ['x'] },
    { name: 'f', arguments: {} },
    { name: 'g', arguments: [] },
  ]);
  expect([...entries.values()]).toEqual([
    { name: 'a' },
    { name: 'b', title: 'B', description: 'b' },
    { name: 'c', arguments: [{ name: 'x' }] },
    { name: 'g', arguments: [] },
  ]);
  expect(notices).toEqual(
    ['d', 'e', 'f'].map(
      (name) => `prompt "${name}" was dropped: its arguments are not a list of named ones`,
    ),
  );
});

test('T6 a resource needs no more than its address', () => {
  const texts = { name: 'n', title: 't', description: 'd', mimeType: 'm' };
  const broken = { name: 1, title: 2, description: 3, mimeType: 4, annotations: 5, size: '6' };
  const { entries, notices } = readResources([
    { uri: 'file:///a', ...texts, annotations: {}, size: 6 },
    { uri: 'file:///b', ...broken },
    {},
  ]);
  expect([...entries.values()]).toEqual([
    { uri: 'file:///a', ...texts, annotations: {}, size: 6 },
    { uri: 'file:///b', name: 'file:///b' },
  ]);
  expect(notices).toEqual(['resource number 3 was dropped: it has no uri']);
  const templates = readResourceTemplates([{ uriTemplate: 'file:///{a}', ...broken }, {}]);
  expect([...templates.entries.values()]).toEqual([
    { uriTemplate: 'file:///{a}', name: 'file:///{a}', size: '6' },
  ]);
  expect(templates.notices).toEqual([
    'resource template number 2 was dropped: it has no uriTemplate',
  ]);
});

test('T5 names and globs let in, and keep out for good', () => {
  const names = ['read', 'read/all', '.read', 'write', 'r[e]ad'];
  const passing = (filter: Parameters<typeof createToolFilter>[0]) =>
    names.filter(createToolFilter(filter));
  expect(passing({})).toEqual(names);
  expect(passing({ include: [] })).toEqual([]);
  expect(passing({ include: ['read'] })).toEqual(['read']);
  expect(passing({ include: ['*read*'] })).toEqual(['read', 'read/all', '.read']);
  expect(passing({ include: ['r[e]ad'] })).toEqual(['read', 'r[e]ad']);
  expect(passing({ exclude: ['write', '.*'] })).toEqual(['read', 'read/all', 'r[e]ad']);
  expect(passing({ include: ['read', 'write'], exclude: ['write'] })).toEqual(['read']);
});

test('T3 T5 a list that is withdrawn or not yet published is filtered in silence', () => {
  const list = new OfferedList({
    server: 'files',
    kind: 'tools',
    read: readTools,
    accepts: () => true,
    notice: () => undefined,
  });
  list.read(['a', 'b'].map((name) => ({ name, inputSchema })));
  expect(list.refilter((name) => name === 'a')).toBeUndefined();
  expect(list.withdraw()).toBeUndefined();
  expect([[...list.entries.keys()], list.size, list.acceptedSize]).toEqual([['a'], 0, 1]);
  expect(list.publish()).toMatchObject({ added: ['a'], removed: [], changed: [] });
  expect(list.publish()).toBeUndefined();
  expect(list.refilter(() => true)).toMatchObject({ added: ['b'], removed: [] });
  expect(list.refilter((name) => name === 'a')).toMatchObject({ added: [], removed: ['b'] });
  expect(list.refilter((name) => name === 'b')).toMatchObject({ added: ['b'], removed: ['a'] });
  expect(list.refilter(() => true)).toMatchObject({ added: ['a'], removed: [] });
  expect(list.withdraw()).toMatchObject({ added: [], removed: ['a', 'b'] });
  expect(list.withdraw()).toBeUndefined();
  expect([[...list.entries.keys()], list.size]).toEqual([['a', 'b'], 0]);
});

test('T5 another filter is told of tools and prompts, and lets resources be', () => {
  const catalogue = new Catalogue('files', {}, () => undefined);
  catalogue.readAll({
    tools: [{ name: 'read', inputSchema }],
    prompts: [{ name: 'greet' }],
    resources: [{ uri: 'file:///a' }],
    resourceTemplates: 'unread',
  });
  expect(catalogue.publishAll().map(({ type }) => type)).toEqual([
    'tools.changed',
    'prompts.changed',
    'resources.changed',
  ]);
  const changes = catalogue.refilter({ include: ['greet'] });
  expect(changes).toMatchObject([{ type: 'tools.changed', removed: ['read'] }]);
  expect(catalogue.withdrawAll().map(({ removed }) => removed)).toEqual([['greet'], ['file:///a']]);
});
