import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { watchPath } from '../../src/config/watch-path.ts';
import { until } from './watched-fleet.ts';

/** Longer than a test: what is noticed was told by the system. */
const NEVER_MS = 60_000;

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-path-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Watches, and does one thing after the other, each of which has to be noticed. */
async function noticed(
  file: string,
  lookMs: number,
  ...acts: readonly (() => Promise<unknown>)[]
): Promise<void> {
  let changes = 0;
  const watch = watchPath(file, {
    clock: systemClock,
    quietMs: 10,
    lookMs,
    changed: () => (changes += 1),
  });
  onTestFinished(() => watch.close());
  for (const act of acts) {
    const before = changes;
    await act();
    await until(() => changes > before);
  }
}

describe('a watched path (F4)', () => {
  it('is noticed while it is replaced over and over', async () => {
    const file = join(await emptyFolder(), 'config.json');
    await writeFile(file, '0');
    const replace = async () => {
      await writeFile(`${file}.new`, 'next');
      await rename(`${file}.new`, file);
    };
    await noticed(file, NEVER_MS, replace, replace, () => writeFile(file, 'last'));
  });

  it('is noticed when its folder goes, comes back, and it is written anew', async () => {
    const folder = await emptyFolder();
    const file = join(folder, 'deep', 'down', 'config.json');
    const make = () => mkdir(join(file, '..'), { recursive: true });
    await make();
    await writeFile(file, '0');
    const remove = () => rm(join(folder, 'deep'), { recursive: true });
    await noticed(file, NEVER_MS, remove, make, () => writeFile(file, '1'));
  });

  it('is noticed at the new target of a link', async () => {
    const folder = await emptyFolder();
    const file = join(folder, 'config.json');
    for (const name of ['one', 'two']) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, 'real.json'), '0');
    }
    await symlink('one/real.json', file);
    const turn = async () => {
      await symlink('two/real.json', `${file}.new`);
      await rename(`${file}.new`, file);
    };
    await noticed(file, NEVER_MS, turn, () => writeFile(join(folder, 'two', 'real.json'), '1'));
  });

  it('that does not exist yet is noticed when it appears', async () => {
    const file = join(await emptyFolder(), 'config.json');
    await noticed(file, NEVER_MS, () => writeFile(file, '1'));
  });

  it('is looked at where the system tells of nothing: an ancestor was replaced', async () => {
    const folder = await emptyFolder();
    for (const name of ['present', 'next']) {
      await mkdir(join(folder, name, 'deep'), { recursive: true });
      await writeFile(join(folder, name, 'deep', 'config.json'), name);
    }
    await noticed(join(folder, 'present', 'deep', 'config.json'), 20, async () => {
      await rename(join(folder, 'present'), join(folder, 'past'));
      await rename(join(folder, 'next'), join(folder, 'present'));
    });
  });

  it('in a circle of links is no endless one', async () => {
    const folder = await emptyFolder();
    await symlink('b', join(folder, 'a'));
    await symlink('a', join(folder, 'b'));
    await noticed(join(folder, 'a'), NEVER_MS, () => rm(join(folder, 'b')));
  });
});
