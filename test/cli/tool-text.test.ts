import { expect, it } from 'vitest';
import type { ListedTool } from '../../src/catalogue/tool.ts';
import { exampleOf, shapeOf } from '../../src/cli/show/schema-text.ts';
import { toolText } from '../../src/cli/show/tool-text.ts';
import { fixture } from './cli-process.ts';
import { useCli } from './use-cli.ts';

const cli = useCli();

const tool: ListedTool = {
  server: 'files',
  name: 'write file',
  displayName: 'files__write_file',
  availability: 'ready',
  description: 'Writes a file.\n\u001b[31mOver what is there.',
  annotations: { destructiveHint: true, readOnlyHint: false, idempotentHint: true },
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'where to' },
      mode: { enum: ['new', 'over'] },
      lines: { type: 'array', items: { type: 'string' } },
    },
    required: ['path', 'lines'],
  },
};

it('shows a tool whole: what it does, what it takes, and how it is called', () => {
  expect(toolText(tool, 80).split('\n')).toEqual([
    'files write file',
    '',
    'Writes a file.',
    'Over what is there.',
    '',
    'Says of itself that it may destroy something, and that a second run does no harm.',
    '',
    'Arguments:',
    '  path   string           required  where to',
    '  mode   "new" or "over"',
    '  lines  list of string   required',
    '',
    'Call it:',
    `  holdfast call files 'write file' '{"path":"…","lines":["…"]}'`,
  ]);
  expect(toolText({ ...tool, inputSchema: { type: 'object' } }, 80)).toContain('no arguments');
});

it('E5 nothing in the example call can leave its quotes', () => {
  const evil = { ...tool, name: "x'; rm -rf ~; '" };
  expect(toolText(evil, 80)).toContain(`'x'\\''; rm -rf ~; '\\'''`);
});

it.each<[unknown, string, unknown]>([
  [{ type: 'integer' }, 'integer', 1],
  [{ type: ['string', 'null'] }, 'string or null', '…'],
  [{ anyOf: [{ type: 'boolean' }, { const: 5 }] }, 'boolean or 5', true],
  [{ type: 'string', default: 'a' }, 'string', 'a'],
  [{ enum: [1, 2, 3, 4, 5, 6, 7] }, '1 or 2 or 3 or 4 or 5 or 6 or …', 1],
  [{ type: 'array', items: { type: 'array' } }, 'list of list of anything', [['…']]],
  [{ type: 'object' }, 'object', {}],
  [true, 'anything', '…'],
  [{}, 'anything', '…'],
])('the schema %j is told as %j, with %j as an example', (schema, shape, example) => {
  expect(shapeOf(schema)).toBe(shape);
  expect(exampleOf(schema)).toEqual(example);
});

it('E5 a schema that is nested without end is told in short', () => {
  let schema: unknown = { type: 'string' };
  for (let depth = 0; depth < 10_000; depth += 1) schema = { type: 'array', items: schema };
  expect(shapeOf(schema)).toBe('list of list of list of array');
  expect(exampleOf(schema)).toEqual([[[[]]]]);
});

it('holdfast tools SERVER TOOL shows one, as text and as JSON, and names others', async () => {
  await cli.configure({ echo: fixture('echo-server.mjs') });
  const text = await cli.run('tools', 'echo', 'echo');
  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toContain('holdfast call echo echo');
  const json = await cli.run('tools', 'echo', 'echo', '--json');
  expect(JSON.parse(json.stdout)).toMatchObject({ server: 'echo', name: 'echo' });
  const unknown = await cli.run('tools', 'echo', 'ecoh');
  expect(unknown.stderr).toContain('TOOL_UNKNOWN: echo has no tool named ecoh now');
  expect(unknown.stderr).toContain('did you mean echo?');
  expect(unknown.code).not.toBe(0);
});
