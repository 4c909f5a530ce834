import { execFile } from 'node:child_process';
import { cp, mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const example = 'examples/host-variant';
const machine = 'maintained-server.mjs';
const generated = 'maintained-server.paths.test.mjs';
const BOUND_MS = 120_000;

/** What breaks the example's machine: a line of it, and what stands there instead. */
const breakages = {
  'lost transition': ["'maintenance.cancel': 'serving',", ''],
  'changed target': [
    "'maintenance.cancel': 'serving'",
    "'maintenance.cancel': '#maintained.maintenance'",
  ],
  'changed guard': ['extensions < context.mostExtensions', 'extensions <= context.mostExtensions'],
  'lost guard': ["{ guard: 'isUrgent', target: '#maintained.maintenance' },", ''],
  'lost timer': ['after: { drain: ', 'after: {}, x: { drain: '],
  'changed delay': ['drain: 5_000', 'drain: 50_000'],
  'lost effect': ["entry: 'tellOperators',", ''],
  'lost child': ["src: 'server',", "src: 'another',"],
  'forgotten reset': ["entry: 'forgetExtensions',", ''],
  'new transition': [
    "'maintenance.end': 'up',",
    "'maintenance.end': 'up', 'maintenance.begin': 'up',",
  ],
} as const;

let folder = '';

// Inside the package, so that `holdfast/testing` is found as a host's is.
beforeAll(async () => {
  await mkdir('.tmp', { recursive: true });
  folder = await mkdtemp(resolve('.tmp', 'host-variant-'));
  await cp(join(example, 'vitest.config.mjs'), join(folder, 'vitest.config.mjs'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the example of a variant with generated tests', () => {
  it('is written again by the command in its first lines, byte for byte', async () => {
    const text = await readFile(join(example, generated), 'utf8');
    const [, , ...args] = /^\/\/ {3}(.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    const copy = join(folder, 'again');
    await cp(example, copy, { recursive: true });
    await rm(join(copy, generated));
    await run(process.execPath, [resolve('dist/src/cli/main.js'), 'paths', ...args], { cwd: copy });
    expect(await readFile(join(copy, generated), 'utf8')).toBe(text);
  });

  it(
    'passes for the machine it was made from, and fails for each broken copy',
    async () => {
      await cp(example, join(folder, 'whole'), { recursive: true });
      for (const [name, [line, instead]] of Object.entries(breakages))
        await copyBroken(name, line, instead);
      const passed = await runTests();
      expect(passed.get('whole')).toBe(true);
      for (const name of Object.keys(breakages))
        expect([name, passed.get(name)]).toEqual([name, false]);
    },
    BOUND_MS,
  );
});

async function copyBroken(name: string, line: string, instead: string): Promise<void> {
  const copy = join(folder, name);
  await cp(example, copy, { recursive: true });
  const whole = await readFile(join(example, machine), 'utf8');
  const broken = whole.replace(line, instead);
  if (broken === whole) throw new Error(`${machine} has no line with ${line}`);
  await writeFile(join(copy, machine), broken);
}

/** Whether the tests of each copy passed, by the copy's folder. */
async function runTests(): Promise<Map<string, boolean>> {
  const report = join(folder, 'report.json');
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const options = [
    'run',
    '--root',
    folder,
    '--no-isolate',
    '--maxWorkers=1',
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  // It exits with 1, since most copies are broken; what counts is in the report.
  await run(process.execPath, [vitest, ...options], { timeout: BOUND_MS }).catch(() => undefined);
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { name: string; status: string; assertionResults: unknown[] }[];
  };
  const results = testResults.map(({ name, status }) => {
    const copy = name.slice(folder.length + 1).split('/')[0] ?? '';
    return [copy, status === 'passed'] as const;
  });
  return new Map(results);
}
