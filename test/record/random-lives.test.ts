import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { check, recordedStage, temporaryFolder, type RecordedStage } from './recorded.ts';

const servers = {
  s1: { command: 'server' },
  s2: { url: 'http://127.0.0.1:1/mcp' },
  s3: { command: 'server', policy: { flapBudget: 2, failureThreshold: 1, parkedProbeMs: 20_000 } },
};
const names = Object.keys(servers);

it.each([1, 2, 3, 4, 5, 6])(
  'H7 whatever a fleet goes through, its recording is possible, in one file and in many (life %i)',
  { timeout: 60_000 },
  async (seed) => {
    const folder = await temporaryFolder();
    const isCut = seed % 2 === 0;
    const staged = await recordedStage(servers, {
      file: join(folder, 'life.jsonl'),
      keep: 1_000,
      ...(isCut && { maxBytes: 20_000 }),
    });
    void staged.supervisor.start().catch(() => undefined);
    const chance = chanceOf(seed);
    for (let happenings = 0; happenings < 250; happenings += 1) await happen(staged, chance);
    await staged.passUntil(staged.supervisor.stop());
    await staged.recording.end();
    const files = await readdir(folder);
    let steps = 0;
    for (const name of files) {
      const report = check(await readFile(join(folder, name), 'utf8'));
      expect(report.findings).toEqual([]);
      expect(report).toMatchObject({ unchecked: 0, missing: 0, halfLines: 0 });
      steps += report.steps;
    }
    expect(steps).toBeGreaterThan(200);
    expect(files.length > 1).toBe(isCut);
  },
);

type Chance = (most: number) => number;

/** One of the things that a server, a caller or an operator does, and some time. */
async function happen(staged: RecordedStage, chance: Chance): Promise<void> {
  const { supervisor, peers, pass } = staged;
  const name = names[chance(names.length)] ?? 's1';
  const behaviour = peers.behaviour(name);
  const last = peers.of(name).at(-1);
  const nobodyMinds = () => undefined;
  const call = () => void supervisor.callTool(name, 'echo', {}).catch(nobodyMinds);
  const happenings = [
    () => last?.lose({}),
    () => last?.lose({ kind: 'sessionExpired' }),
    () => last?.lose({ kind: 'auth' }),
    () => (behaviour.start = () => Promise.reject(new Error('it does not start'))),
    () => (behaviour.start = () => new Promise(() => undefined)),
    () => (behaviour.start = () => Promise.resolve()),
    () => (behaviour.start = () => Promise.resolve()),
    call,
    call,
    () => {
      behaviour.answers['tools/call'] = () => 'no result at all';
      call();
    },
    () => void supervisor.retry(name).catch(nobodyMinds),
    () => void supervisor.restart(name).catch(nobodyMinds),
    () => supervisor.configure({ baseDelayMs: 500 + chance(3_000), graceMs: chance(9_000) }),
    () => void supervisor.stop(name).catch(nobodyMinds),
  ];
  happenings[chance(happenings.length)]?.();
  await pass(chance(3) === 0 ? chance(90_000) : chance(2_000));
}

function chanceOf(seed: number): Chance {
  let state = seed * 7_919;
  return (most) => {
    state = (state * 16_807) % 2_147_483_647;
    return state % most;
  };
}
