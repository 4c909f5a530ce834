import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Figure, Row } from './figure.ts';
import { median, repeat } from './rounds.ts';

const IMPORTS = 9;
const MOST_IMPORT_MS = 150;
// Two fifths of it are the guides, their pictures, the contract and the charts, which a reader wants at hand.
const MOST_PACKED_KB = 650;
const MOST_DEPENDENCIES = 14;
const BUILD_TIMEOUT_MS = 120_000;

const run = promisify(execFile);

/** What a host takes on by installing and importing holdfast. */
export const packaged: Figure = {
  name: 'package',
  async measure() {
    await run('npm', ['run', 'build'], { timeout: BUILD_TIMEOUT_MS });
    return [await measurePack(), await countDependencies(), await measureImport()];
  },
};

async function measurePack(): Promise<Row> {
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
  const [pack] = JSON.parse(stdout) as [{ size: number; unpackedSize: number; entryCount: number }];
  const packedKb = pack.size / 1_024;
  const unpackedKb = pack.unpackedSize / 1_024;
  return {
    figure: 'size of the package',
    measured: `${packedKb.toFixed(0)} kB, unpacked ${unpackedKb.toFixed(0)} kB in ${pack.entryCount} files`,
    mustReach: `≤ ${MOST_PACKED_KB} kB`,
    met: packedKb <= MOST_PACKED_KB,
  };
}

async function countDependencies(): Promise<Row> {
  const { dependencies } = await readJson<{ dependencies: object }>('package.json');
  const { packages } = await readJson<{ packages: Record<string, { dev?: true }> }>(
    'package-lock.json',
  );
  const direct = Object.keys(dependencies).length;
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  return {
    figure: 'packages that are needed at run time',
    measured: `${direct}, with theirs ${installed.length}`,
    mustReach: `≤ ${MOST_DEPENDENCIES}`,
    met: direct <= MOST_DEPENDENCIES,
  };
}

/** In a process of its own each time: a second import in one process costs nothing. */
async function measureImport(): Promise<Row> {
  const script = `const startedAt = performance.now();
    const usedBefore = process.cpuUsage();
    await import('holdfast');
    const { user, system } = process.cpuUsage(usedBefore);
    console.log(performance.now() - startedAt, (user + system) / 1_000);`;
  const imports = await repeat(async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
    const [tookMs = NaN, processorMs = NaN] = stdout.split(' ').map(Number);
    return { tookMs, processorMs };
  }, IMPORTS);
  const times = imports.map(({ tookMs }) => tookMs);
  const middle = median(times);
  // On a busy machine it tells what the time would be on a quiet one.
  const processor = median(imports.map(({ processorMs }) => processorMs)).toFixed(0);
  const range = `${Math.min(...times).toFixed(0)}–${Math.max(...times).toFixed(0)}`;
  return {
    figure: "import 'holdfast' in a fresh process",
    measured: `${middle.toFixed(0)} ms (${range}), ${processor} ms of processor time`,
    mustReach: `< ${MOST_IMPORT_MS} ms`,
    met: middle < MOST_IMPORT_MS,
  };
}

async function readJson<Shape>(file: string): Promise<Shape> {
  return JSON.parse(await readFile(file, 'utf8')) as Shape;
}
