import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { build } from 'tsdown';
import { patched, type Bug, type Patch } from '../bugs/bug.ts';

/** The worker and all it needs, with one bug in it. The sources themselves stay as they are. */
export interface Plant {
  readonly file: string;
  remove(): Promise<void>;
}

/** @throws if a place that the bug names is not in the code exactly once. */
export async function plant(bug: Bug | undefined): Promise<Plant> {
  const folder = await mkdtemp(join('.tmp', 'planted-'));
  const planted = new Set<Patch>();
  const { patches = [] } = bug ?? {};
  await build({
    config: false,
    entry: { worker: 'test/planted/command/worker.ts' },
    outDir: folder,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    fixedExtension: false,
    dts: false,
    clean: false,
    logLevel: 'error',
    deps: { skipNodeModulesBundle: true },
    plugins: [
      {
        name: 'planted',
        load: (id) => {
          const file = relative(process.cwd(), id).split(sep).join('/');
          const here = patches.filter((patch) => patch.file === file);
          if (here.length === 0) return undefined;
          for (const patch of here) planted.add(patch);
          return { code: here.reduce(patched, readFileSync(id, 'utf8')), moduleType: 'ts' };
        },
      },
    ],
  });
  const missed = patches.find((patch) => !planted.has(patch));
  if (missed !== undefined) throw new Error(`No layer reads ${missed.file}.`);
  return {
    file: join(folder, 'worker.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
