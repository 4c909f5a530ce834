import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silence } from '../../src/testing/world/scripted-answers.ts';
import type { Asked } from '../../src/testing/world/behaviour.ts';
import type { ScriptedChannel } from '../../src/testing/world/scripted-channel.ts';
import { two, textOf, until, watchedFleet, saveAtOnce } from './watched-fleet.ts';

describe('a changed file (F4)', () => {
  it('F4 restarts the one server that is reached in another way, and the others see no event', async () => {
    const { save, reload, supervisor, peers, story } = await watchedFleet();
    await save({ ...two, files: { command: 'better' } });
    expect(await reload()).toMatchObject({ changed: ['files'], added: [], removed: [], kept: [] });
    await supervisor.ready('files', { timeoutMs: 5_000 });
    expect(peers.of('files').map(({ entry }) => entry)).toMatchObject([
      { command: 'files' },
      { command: 'better' },
    ]);
    expect(peers.of('web')).toHaveLength(1);
    expect(story.filter(({ server }) => server === 'web')).toEqual([]);
    expect(supervisor.status('files').generation).toBe(2);
  });

  it('F4 adds, removes and renames servers', async () => {
    const { save, reload, supervisor } = await watchedFleet();
    await save({ renamed: two.files, third: { command: 'third' } });
    expect(await reload()).toMatchObject({
      added: ['renamed', 'third'],
      removed: ['files', 'web'],
    });
    await supervisor.ready('third', { timeoutMs: 5_000 });
    await until(() => supervisor.status().servers.length === 2);
    await expect(supervisor.callTool('files', 'echo')).rejects.toMatchObject({
      code: 'SERVER_UNKNOWN',
    });
    expect(await supervisor.callTool('renamed', 'echo')).toMatchObject({ generation: 1 });
  });

  it('H5 a host that throws when it is told of a fault or a reload ends neither the watch nor the process', async () => {
    const { file, save, fault, reload } = await watchedFleet({
      whenTold: () => {
        throw new Error('the host');
      },
    });
    await writeFile(file, '{');
    await fault();
    await save({ files: two.files });
    expect((await reload()).removed).toEqual(['web']);
    await save(two);
    expect((await reload(2)).added).toEqual(['web']);
  });

  it('F4 a policy below all servers reaches them all and restarts none', async () => {
    const { save, reload, supervisor, peers, story } = await watchedFleet();
    await save(two, { policy: { baseDelayMs: 40_000, jitter: 0, flapBudget: 3 } });
    expect(await reload()).toMatchObject({ policyChanged: true, changed: [] });
    expect(peers.channels).toHaveLength(2);
    expect(story).toEqual([]);
    for (const name of ['files', 'web']) peers.last(name).lose();
    for (const name of ['files', 'web']) {
      const { nextAttemptAt = 0 } = supervisor.status(name);
      expect(nextAttemptAt - Date.now()).toBeGreaterThan(30_000);
    }
  });

  it("F4 F2 the fleet's limits hold at once, also for those that wait at the gate", async () => {
    const { save, reload, peers, supervisor } = await watchedFleet({
      rest: { policy: { maxSpawns: 1 } },
    });
    const slow = { slow: { command: 'slow' }, slower: { command: 'slower' } };
    for (const name of ['slow', 'slower'])
      peers.behaviour(name).start = () => new Promise(() => {});
    await save({ ...two, ...slow }, { policy: { maxSpawns: 1 } });
    await reload();
    await until(() => peers.of('slow').length === 1);
    expect(supervisor.status('slower').attempt).toBe('queued');
    await save({ ...two, ...slow }, { policy: { maxSpawns: 2 } });
    await reload(2);
    expect(peers.of('slower')).toHaveLength(1);
  });

  it('F4 disabling ends a server, and enabling starts it', async () => {
    const { save, reload, supervisor } = await watchedFleet();
    await save({ ...two, files: { ...two.files, enabled: false } });
    expect((await reload()).changed).toEqual(['files']);
    expect(supervisor.status('files').state).toBe('disabled');
    await save(two);
    await reload(2);
    await supervisor.ready('files', { timeoutMs: 5_000 });
  });

  it('F4 running calls of others go on, and waiting calls of the changed one get its new session', async () => {
    const { save, reload, supervisor, peers } = await watchedFleet();
    peers.behaviour('web').answers['tools/call'] = () => silence;
    const running = supervisor.callTool('web', 'echo');
    const { id } = await asked(peers.last('web'));
    await save({ ...two, files: { command: 'better' } });
    await reload();
    const waiting = supervisor.callTool('files', 'echo');
    expect(await waiting).toMatchObject({ generation: 2, attempts: 1 });
    peers.last('web').answer(id, { content: [{ type: 'text', text: 'late' }] });
    expect(await running).toMatchObject({ content: [{ text: 'late' }], generation: 1 });
  });

  it('F4 a changed variable counts only once the file itself says something new', async () => {
    const variables: Record<string, string> = { TOKEN: 'old' };
    const servers = { ...two, files: { command: 'files', env: { TOKEN: '${TOKEN}' } } };
    const { save, reload, peers, supervisor } = await watchedFleet({ servers, variables });
    expect(peers.last('files').entry).toMatchObject({ env: { TOKEN: 'old' } });
    // The watch's own first look is over once it has followed a change.
    await save({ ...servers, second: { command: 'second' } });
    expect(await reload()).toMatchObject({ added: ['second'], changed: [] });
    variables['TOKEN'] = 'new';
    await save({ ...servers, second: { command: 'second' }, third: { command: 'third' } });
    expect(await reload(2)).toMatchObject({ added: ['third'], changed: ['files'] });
    await supervisor.ready('files', { timeoutMs: 5_000 });
    expect(peers.last('files').entry).toMatchObject({ env: { TOKEN: 'new' } });
  });

  it('F4 a server that the host added by itself is left alone', async () => {
    const { save, reload, supervisor, faults } = await watchedFleet();
    supervisor.add('own', { command: 'own' });
    await save({ files: two.files });
    expect((await reload()).removed).toEqual(['web']);
    await supervisor.ready('own', { timeoutMs: 5_000 });
    await save({ files: two.files, own: { command: 'taken' } });
    await until(() => faults.length === 1);
    expect(faults[0]).toMatchObject({ code: 'CONFIG_INVALID', server: 'own' });
  });
});

/** The call that the server has been sent and has not answered. */
async function asked(channel: ScriptedChannel): Promise<Asked> {
  // One was made, and answered, before the fleet was watched.
  await until(() => channel.count('tools/call') === 2);
  return channel.asked.at(-1) as Asked;
}

describe('a file that cannot be used (F4)', () => {
  it('F4 keeps the last good configuration and is reported once', async () => {
    const { file, save, fault, faults, reload, supervisor, story, elapsed } = await watchedFleet();
    await saveAtOnce(file, '{ "servers": {');
    expect((await fault()).message).toContain(`${file}:1:15`);
    await saveAtOnce(file, '{ "servers": {');
    await until(() => elapsed.filter((delayMs) => delayMs === 1_000).length === 2);
    await save({ ...two, files: { command: 'better' } });
    expect((await reload()).changed).toEqual(['files']);
    expect(faults).toHaveLength(1);
    await supervisor.ready('files', { timeoutMs: 5_000 });
    expect(story.filter(({ server }) => server === 'web')).toEqual([]);
  });

  it('F4 a half-saved one that is completed soon is no fault', async () => {
    const { file, reload, faults, delays } = await watchedFleet();
    const text = textOf({ ...two, third: { command: 'third' } });
    await writeFile(file, text.slice(0, 40));
    // It was read in its half state, and is given time.
    await until(() => delays.includes(1_000));
    await writeFile(file, text);
    expect((await reload()).added).toEqual(['third']);
    expect(faults).toEqual([]);
  });

  it('F4 E3 a wrong policy is named with its place, and the fleet goes on', async () => {
    const { save, fault, supervisor, story } = await watchedFleet();
    await save(two, { policy: { baseDelayMs: -1 } });
    expect((await fault()).message).toContain('baseDelayMs');
    expect(story).toEqual([]);
    expect(supervisor.status().health).toBe('ready');
  });

  it('F4 one that is deleted changes nothing, and restored is told as good again', async () => {
    const { file, save, fault, reload, supervisor, story } = await watchedFleet();
    await rm(file);
    expect((await fault()).message).toContain('no such file');
    await save(two);
    expect(await reload()).toMatchObject({ added: [], changed: [], removed: [], kept: [] });
    expect(story).toEqual([]);
    expect(supervisor.status().health).toBe('ready');
  });

  it('F4 also when its whole folder goes and comes back', async () => {
    const { file, fault, reload } = await watchedFleet({
      layOut: async (folder, text) => {
        await mkdir(join(folder, 'deep', 'down'), { recursive: true });
        await writeFile(join(folder, 'deep', 'down', 'holdfast.json'), text);
        return join(folder, 'deep', 'down', 'holdfast.json');
      },
    });
    await rm(join(file, '..', '..'), { recursive: true });
    await fault();
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, textOf({ ...two, third: { command: 'third' } }));
    expect((await reload()).added).toEqual(['third']);
  });

  it('F4 E4 a server whose entry became unusable goes on with its last good one', async () => {
    const { save, reload, supervisor, story, peers } = await watchedFleet();
    await save({ ...two, files: { command: 'files', env: { TOKEN: '${UNSET_TOKEN}' } } });
    const { kept, removed, config } = await reload();
    expect([kept, removed]).toEqual([['files'], []]);
    expect(config.problems).toMatchObject([{ server: 'files', path: 'env.TOKEN' }]);
    expect(story).toEqual([]);
    expect(await supervisor.callTool('files', 'echo')).toMatchObject({ generation: 1 });
    await save(two);
    expect(await reload(2)).toMatchObject({ kept: [], added: [], changed: [] });
    expect(peers.of('files')).toHaveLength(1);
  });
});

describe('ways to save a file', () => {
  it('F4 an editor that replaces the file is followed, again and again', async () => {
    const { file, folder, reload } = await watchedFleet();
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      const draft = join(folder, '.holdfast.json.draft');
      await writeFile(draft, textOf({ ...two, [name]: { command: name } }));
      await rename(draft, file);
      expect((await reload(index + 1)).added).toEqual([name]);
    }
  });

  it('F4 one that moves the file away first and writes a new one', async () => {
    const { file, save, reload, faults } = await watchedFleet();
    await rename(file, `${file}~`);
    await save({ ...two, third: { command: 'third' } });
    expect((await reload()).added).toEqual(['third']);
    expect(faults).toEqual([]);
  });

  it('F4 a link is followed: its target written, and itself led elsewhere', async () => {
    const { folder, file, reload } = await watchedFleet({
      layOut: async (root, text) => {
        await mkdir(join(root, 'real'));
        await writeFile(join(root, 'real', 'one.json'), text);
        await symlink(join('real', 'one.json'), join(root, 'holdfast.json'));
        return join(root, 'holdfast.json');
      },
    });
    await writeFile(join(folder, 'real', 'one.json'), textOf({ ...two, a: { command: 'a' } }));
    expect((await reload()).added).toEqual(['a']);
    await writeFile(join(folder, 'real', 'two.json'), textOf({ ...two, b: { command: 'b' } }));
    await symlink(join('real', 'two.json'), `${file}.next`);
    await rename(`${file}.next`, file);
    expect(await reload(2)).toMatchObject({ added: ['b'], removed: ['a'] });
  });

  it('F4 a folder behind a link that is swapped, as mounted configurations are', async () => {
    const { folder, reload } = await watchedFleet({
      layOut: async (root, text) => {
        await mkdir(join(root, 'v1'));
        await writeFile(join(root, 'v1', 'holdfast.json'), text);
        await symlink('v1', join(root, 'current'));
        return join(root, 'current', 'holdfast.json');
      },
    });
    await mkdir(join(folder, 'v2'));
    await writeFile(join(folder, 'v2', 'holdfast.json'), textOf({ files: two.files }));
    await symlink('v2', join(folder, 'next'));
    await rename(join(folder, 'next'), join(folder, 'current'));
    expect((await reload()).removed).toEqual(['web']);
  });

  it('F4 what else happens in the folder is nothing', async () => {
    const { folder, file, save, reload, story } = await watchedFleet();
    await writeFile(join(folder, 'other.json'), '{');
    await writeFile(file, textOf(two));
    await save({ ...two, third: { command: 'third' } });
    expect((await reload()).added).toEqual(['third']);
    expect(story.filter(({ server }) => server !== 'third')).toEqual([]);
  });
});

describe('the end', () => {
  it('F4 S1 a change after stop() is ignored, and nothing watches any more', async () => {
    const { supervisor, save, reloads, peers } = await watchedFleet();
    const ending = supervisor.stop();
    await save({ ...two, third: { command: 'third' } });
    await ending;
    supervisor.configure({ baseDelayMs: 5 });
    expect(process.getActiveResourcesInfo().filter((kind) => kind === 'FSEvent')).toEqual([]);
    expect(reloads).toEqual([]);
    expect(peers.of('third')).toEqual([]);
  });
});
