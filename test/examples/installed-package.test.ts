import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPackage, type Consumer } from './install-package.ts';

const run = promisify(execFile);
const tellLoads = new URL('../fixtures/tell-loads.mjs', import.meta.url).href;
let consumer: Consumer;

beforeAll(async () => {
  consumer = await installPackage();
}, 90_000);

afterAll(() => consumer.remove());

describe('the package, installed into an empty folder', () => {
  it('has every entry that it declares, and a command', async () => {
    const script = `const { exports } = (await import('holdfast/package.json', { with: { type: 'json' } })).default;
      const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'));
      for (const entry of entries) console.log(entry, Object.keys(await import('holdfast' + entry.slice(1))).length > 0);`;
    const argv = ['--no-warnings', '--input-type=module', '--eval', script];
    const { stdout } = await run(process.execPath, argv, bound());
    const entries = stdout.trim().split('\n');
    expect(entries).toEqual(
      expect.arrayContaining(['. true', './machines true', './testing true']),
    );
    expect(entries.filter((entry) => !entry.endsWith(' true'))).toEqual([]);

    const command = join('node_modules', 'holdfast', 'dist', 'src', 'cli', 'main.js');
    const { stdout: version } = await run(process.execPath, [command, '--version'], bound());
    expect(version).toMatch(/^\d+\.\d+\.\d+\n$/);
  }, 70_000);

  it('reads neither the SDK nor an HTTP client nor the whole of zod before it needs them', async () => {
    const argv = ['--import', tellLoads, '--input-type=module', '--eval', "import 'holdfast';"];
    const { stdout } = await run(process.execPath, argv, bound());
    const loads = stdout.trim().split('\n');
    const packages = loads.flatMap(
      (url) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [],
    );
    expect([...new Set(packages)].sort()).toEqual(['holdfast', 'xstate']);
    expect(loads.length).toBeLessThan(40);
  }, 40_000);

  it('has declarations that hold under the strictest rules, and a host of it does too', () => {
    const host = join(consumer.folder, 'host.ts');
    writeFileSync(host, hostProgram);
    const program = ts.createProgram([host], strictest);
    // Not XState's own, which do not hold under exactOptionalPropertyTypes; the guide says so.
    const checked = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName === host || fileName.includes('/node_modules/holdfast/'));
    const faults = checked
      .flatMap((file) => [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
      ])
      .map(({ file, messageText }) => [
        file?.fileName,
        ts.flattenDiagnosticMessageText(messageText, ' '),
      ]);
    expect(checked.length).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  }, 60_000);

  it('has everything that its pages link to', () => {
    const pages = consumer.files.filter((file) => file.endsWith('.md'));
    const missing = pages.flatMap((page) =>
      relativeLinks(page).filter((target) => !isInPackage(target)),
    );
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guide/start.md']));
    expect(missing).toEqual([]);
  });
});

const bound = () => ({ cwd: consumer.folder, timeout: 30_000 });

const strictest: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

const hostProgram = `
import { createSupervisor, type CallResult, type Clock, type ServerEntry } from 'holdfast';
import { createServerMachine, defaultPolicy, policySchema, type Policy } from 'holdfast/machines';
import { createStepClock } from 'holdfast/testing';

const clock: Clock = createStepClock();
const policy: Policy = policySchema.parse({ ...defaultPolicy, callTimeoutMs: 5_000 });
const files: ServerEntry = { command: 'files', policy };
const supervisor = createSupervisor({ servers: { files }, clock });
export const machine = createServerMachine({ random: () => 0 });
export async function read(path: string): Promise<string> {
  const { content }: CallResult = await supervisor.callTool('files', 'read', { path });
  const [first] = content;
  return first?.type === 'text' ? String(first.text) : '';
}
`;

/** What a page's links lead to, as paths in the package. */
function relativeLinks(page: string): string[] {
  const text = readFileSync(join(consumer.folder, 'node_modules', 'holdfast', page), 'utf8');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(page), target));
}

function isInPackage(target: string): boolean {
  return consumer.files.some((file) => file === target || file.startsWith(`${target}/`));
}
