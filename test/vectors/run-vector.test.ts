import { describe, expect, it } from 'vitest';
import { createServerMachine } from '../../machines/index.ts';
import {
  machineWorld,
  runVector,
  simulatedWorld,
  VectorFailure,
  vectorFileSchema,
  type Vector,
} from '../../src/testing/index.ts';
import { readVectors } from './read-vectors.ts';

const base = { id: 'C3-example', rules: ['C3'], title: 'an example', kind: 'positive' };

function vector(steps: unknown[], more: object = {}): Vector {
  const content = { about: 'a test', cases: [{ ...base, worlds: ['machine'], steps, ...more }] };
  const [first] = vectorFileSchema.parse(content).cases;
  return first as Vector;
}

async function failureOf(run: Promise<void>): Promise<VectorFailure> {
  const outcome: unknown = await run.catch((error: unknown) => error);
  if (outcome instanceof VectorFailure) return outcome;
  throw new Error('the case holds', { cause: outcome });
}

describe('a case that does not hold', () => {
  it('says which, at which step, what was expected and seen, and how to run it alone', async () => {
    const wrong = vector([{ peer: 'refuses' }, { expect: { state: { retries: 2, step: 1 } } }]);
    const source = { file: 'vectors/example.yaml', replay: 'run C3-example' };
    const failure = await failureOf(runVector(wrong, machineWorld(), source));
    expect(failure.message).toBe(
      [
        'vectors/example.yaml: C3-example (C3, positive) in machine',
        'an example',
        'step 2:',
        '  state.retries: expected 2, and was 1',
        'again: run C3-example',
      ].join('\n'),
    );
  });

  it('names the place within a repetition and within a short form', async () => {
    const repeated = vector([{ repeat: 2, steps: [{ peer: 'refuses' }, { given: 'ready' }] }]);
    const failure = await failureOf(runVector(repeated, machineWorld()));
    expect(failure.place).toBe('1.2 (ready)');
  });

  it('is also one that is told of something, or is not told of it', async () => {
    const emitted = vector([{ peer: 'refuses' }, { expect: { emitted: ['server.parked'] } }]);
    const silent = vector([{ peer: 'refuses' }, { expect: { notEmitted: ['server.failed'] } }]);
    expect((await failureOf(runVector(emitted, machineWorld()))).message).toContain('emitted');
    expect((await failureOf(runVector(silent, machineWorld()))).message).toContain('notEmitted');
  });

  it('is one that asks a world for what it has no way to do', async () => {
    const raw = vector([{ send: { type: 'link.opened' } }]);
    const failure = await failureOf(runVector(raw, simulatedWorld()));
    expect(failure.message).toContain('Only a chart alone can be sent events.');
  });
});

describe('a variant of the machine', () => {
  it('C4 that forgets what permanent means is caught by the cases of that rule', async () => {
    const world = machineWorld({
      createMachine: (options) =>
        createServerMachine(options).provide({ guards: { failureIsPermanent: () => false } }),
    });
    const caught = new Set<string>();
    for (const { vector: each } of readVectors())
      if (each.worlds.includes('machine') && each.id.startsWith('C4'))
        await runVector(each, world).catch(() => caught.add(each.id));
    expect([...caught]).toContain('C4-permanent-parks-at-once');
    expect([...caught]).not.toContain('C4-transient-does-not-park');
  });
});
