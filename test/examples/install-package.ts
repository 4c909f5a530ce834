import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BOUND = { timeout: 30_000 };

/** A project of somebody else's that has installed the package. */
export interface Consumer {
  readonly folder: string;
  /** Every file of the package, with its path in it. */
  readonly files: readonly string[];
  remove(): void;
}

/**
 * Packs what was built and installs it into an empty folder, beside the dependencies that it
 * declares and no others. Those are links, so that no registry is needed.
 */
export async function installPackage(): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-consumer-'));
  const argv = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', argv, BOUND);
  const [pack] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const installed = join(folder, 'node_modules', 'holdfast');
  mkdirSync(installed, { recursive: true });
  const unpack = ['-xzf', join(folder, pack.filename), '-C', installed, '--strip-components=1'];
  await run('tar', unpack, BOUND);
  for (const name of [...declaredDependencies(), '@types/node']) link(folder, name);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return {
    folder,
    files: pack.files.map(({ path }) => path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function declaredDependencies(): string[] {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.keys(dependencies);
}

function link(folder: string, name: string): void {
  const place = join(folder, 'node_modules', name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(resolve('node_modules', name), place, 'junction');
}
