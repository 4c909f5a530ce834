import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { readyForDialling } from '../../src/testing/world/scripted-peers.ts';
import type { RunRequest } from './plan/draw-plan.ts';
import { faultKinds } from './plan/fault-kinds.ts';
import { checkSeed } from './run/check-seed.ts';
import { runSeed } from './run/run-seed.ts';

/** Worlds in which a rule was once broken, if only by a bug that was planted to see it break. */
interface Exhibit {
  readonly request: RunRequest;
  /** What broke, and how. */
  readonly story: string;
}

const museum = JSON.parse(
  readFileSync(new URL('museum.json', import.meta.url), 'utf8'),
) as readonly Exhibit[];

const WORLD_TIMEOUT_MS = 120_000;

beforeAll(readyForDialling);

describe('a simulated world', () => {
  test('I15 the same seed is the same world to the byte, and another seed is another', async () => {
    const once = await runSeed({ seed: 3, hours: 2 });
    const again = await runSeed({ seed: 3, hours: 2 });
    const other = await runSeed({ seed: 4, hours: 2 });
    expect(again).toEqual(once);
    expect(other.hash).not.toBe(once.hash);
    expect(once.violation).toBeUndefined();
  }, 60_000);

  test('I14 one server does not feel how its neighbours are', async () => {
    const { violation } = await checkSeed({ seed: 10, hours: 1 });
    expect(violation).toBeUndefined();
  }, 60_000);

  test('without any kind of fault nothing goes wrong', async () => {
    const { faults, violation, calls } = await runSeed({ seed: 5, hours: 2, without: faultKinds });
    expect(Object.values(faults).every((count) => count === 0)).toBe(true);
    expect(calls).toBeGreaterThan(50);
    expect(violation).toBeUndefined();
  }, 60_000);
});

describe('a world that once broke a rule', () => {
  for (const { request, story } of museum)
    test(
      `seed ${request.seed}: ${story}`,
      async () => {
        const { violation } = await checkSeed(request);
        expect(violation).toBeUndefined();
      },
      WORLD_TIMEOUT_MS,
    );
});
