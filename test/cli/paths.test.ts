import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { useCli } from './use-cli.ts';

const cli = useCli();
const xstate = pathToFileURL(resolve('node_modules/xstate/dist/xstate.esm.js')).href;

/** A machine as a host would write it, in the folder that the command is run in. */
const source = `
import { assign, createMachine } from '${xstate}';
export const door = createMachine({
  id: 'door',
  context: ({ input }) => ({ knocks: 0, most: input?.most ?? 3 }),
  initial: 'shut',
  states: {
    shut: {
      on: {
        knock: {
          guard: ({ context }) => context.knocks < context.most,
          actions: assign({ knocks: ({ context }) => context.knocks + 1 }),
        },
        open: { guard: ({ event }) => event.key === 'right', target: 'open' },
      },
    },
    open: { after: { 1000: 'shut' } },
  },
});
export const createDoor = () => door;
export const handle = 5;
`;

beforeEach(() => writeFile(join(cli.folder, 'door.mjs'), source));

describe('holdfast paths', () => {
  it("writes tests of a host's machine that name it from where they are, the same each time", async () => {
    const command = ['paths', '--machine', './door.mjs#createDoor', '--budget', 'most=1'];
    const { code, stdout, stderr } = await cli.run(...command, '--out', 'door.test.mjs');
    expect(code).toBe(0);
    // Its guard asks for a payload.
    expect(stderr).toMatch(/^Never reached: open\. .* See --events, --input and --budget\.\n$/);
    expect(stdout).toMatch(/^door: 2 states and \d+ steps were found\.\n\d+ paths cover/);
    const text = await readFile(join(cli.folder, 'door.test.mjs'), 'utf8');
    expect(text).toContain('import { createDoor } from "./door.mjs";');
    expect(text).toContain('"input": { "most": 1 }');
    expect(text).toContain('//   holdfast paths --machine ./door.mjs#createDoor --budget most=1');
    await cli.run(...command, '--out', 'door.test.mjs');
    expect(await readFile(join(cli.folder, 'door.test.mjs'), 'utf8')).toBe(text);
  });

  it('tries events with the payloads of a file, in all states or per state', async () => {
    const rows = async (events: unknown) => {
      await writeFile(join(cli.folder, 'events.json'), JSON.stringify(events));
      const options = ['--machine', './door.mjs#door', '--events', 'events.json'];
      return (await cli.run('paths', ...options, '--format', 'markdown')).stdout;
    };
    const right = { type: 'open', key: 'right' };
    expect(await rows([right])).toContain('| shut | open | guard | open |');
    expect(await rows([right])).toContain('| open | open after 1000 ms |  | shut |  |');
    expect(await rows({ open: [right] })).not.toContain('| shut | open |');
    expect(await rows({ shut: [right], '*': [{ type: 'knock' }] })).toContain('| shut | open |');
  });

  it("explores holdfast's own machine by itself, with budgets of its policy", async () => {
    const options = ['--cover', 'states', '--format', 'json', '--json'];
    const { stdout } = await cli.run('paths', ...options, '--budget', 'parkedProbeMs=false');
    const { text, ...summary } = JSON.parse(stdout);
    expect(summary).toMatchObject({ machine: 'server', format: 'json', cover: 'states' });
    expect(summary.paths).toBeGreaterThan(15);
    const document = JSON.parse(text);
    expect(document).toMatchObject({ format: 'holdfast.paths', version: 1 });
    expect(document.input.policy).toMatchObject({ parkedProbeMs: false, reconnectRetries: 1 });
  });

  it('draws the explored space', async () => {
    const { stdout } = await cli.run(
      'paths',
      '--machine',
      './door.mjs#door',
      '--format',
      'mermaid',
    );
    expect(stdout).toMatch(/^flowchart LR\n {2}s1\["shut"\]/);
  });

  it.each<[string, string[], RegExp]>([
    ['no file', ['--machine', './dor.mjs'], /^MACHINE_NOT_FOUND: There is no file/],
    [
      'no such export',
      ['--machine', './door.mjs#dor'],
      /does not export dor\.\nDid you mean door\?/,
    ],
    ['several exports', ['--machine', './door.mjs'], /exports createDoor, door\.\nSay which/],
    ['no machine', ['--machine', './door.mjs#handle'], /^NOT_A_MACHINE: .* number/],
    ['a limit', ['--machine', './door.mjs#door', '--limit', '2'], /^LIMIT_EXCEEDED: .*knocks/],
    ['a bad limit', ['--limit', 'x'], /^USAGE: --limit must be a whole number/],
    ['a bad budget', ['--budget', 'retries'], /^USAGE: --budget takes name=value/],
    ['a budget that the policy lacks', ['--budget', 'retrys=1'], /^BAD_INPUT: .*retrys/],
    ['no such file of events', ['--events', 'none.json'], /^FILE_UNREADABLE: none\.json/],
    [
      'an unknown format',
      ['--format', 'pdf'],
      /Allowed choices are vitest, json, markdown, mermaid/,
    ],
    [
      'a folder that is not there',
      ['--machine', './door.mjs#door', '--out', 'no/x.mjs'],
      /^FILE_UNWRITABLE/,
    ],
  ])('says what is wrong and what to do: %s', async (_what, options, expected) => {
    const { code, stderr } = await cli.run('paths', ...options);
    expect(stderr).toMatch(expected);
    expect(code).toBe(2);
  });

  it('says so of a file that Node cannot load as it is, and of events that no state knows', async () => {
    await writeFile(join(cli.folder, 'broken.mjs'), 'export const = 5');
    const broken = await cli.run('paths', '--machine', './broken.mjs');
    expect(broken.stderr).toMatch(/^MACHINE_NOT_FOUND: \.\/broken\.mjs cannot be loaded/);
    await writeFile(join(cli.folder, 'door.tsx'), source);
    const typed = await cli.run('paths', '--machine', './door.tsx');
    expect(typed.stderr).toMatch(/^MACHINE_NOT_FOUND: Node [\d.]+ cannot load \.\/door\.tsx/);
    await writeFile(join(cli.folder, 'events.json'), '[{ "type": "nock" }]');
    const unknown = await cli.run(
      'paths',
      '--machine',
      './door.mjs#door',
      '--events',
      'events.json',
    );
    expect(unknown.stderr).toMatch(/^BAD_EVENT: .*nock.*\nDid you mean knock\?/);
  });
});
