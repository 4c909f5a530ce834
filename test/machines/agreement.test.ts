import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParkReason } from '../../machines/index.ts';
import { randomRun, runsOr, stepsOr } from '../random/random-run.ts';
import { startSideBySide, type SideBySide, type View } from './side-by-side.ts';
import { scenePolicy, scenes, steps, walks, type Step, type Walk } from './walks.ts';

const numRuns = runsOr(2_000);

test(
  'C9, B6, S1: machine and contract agree on every event in every public state',
  { timeout: 120_000 },
  () => {
    const seen = new Set<string>();
    for (const scene of scenes)
      for (const step of fc.sample(steps, { seed: 1, numRuns: 250 }))
        compare(walkOf([...scene, step, { kind: 'time', ms: 'next' }]), seen);
    const pairs = [...places, ...slots].flatMap((place) =>
      happenings.map((type) => `${place} × ${type}`),
    );
    expect(pairs.filter((pair) => !seen.has(pair))).toEqual([]);
  },
);

test(
  'C1 to C16, B1 to B7, S1: the machine does what a model written from the contract alone does',
  { timeout: 120_000 + numRuns * stepsOr(50) * 2 },
  async ({ annotate }) => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(walks, (walk) => compare(walk, seen)),
      randomRun('test/machines/agreement.test.ts', numRuns),
    );
    await annotate(`${numRuns} walks met ${seen.size} different pairs of state and event`);
    expect(reasons.filter((reason) => !seen.has(`parked: ${reason}`))).toEqual([]);
  },
);

const places = [
  'connecting',
  'connecting, attempting',
  'ready',
  'ready, draining',
  'reconnecting',
  'reconnecting, attempting',
  'parked',
  'parked, attempting',
  'shutdown',
  'shutdown, draining',
];
const slots = [
  'breaker closed',
  'breaker open',
  'breaker halfOpen, free',
  'breaker halfOpen, taken',
  'breaker retired',
];
const happenings = [
  'link.queued',
  'link.granted',
  'link.opened',
  'link.failed',
  'link.lost',
  'link.proven',
  'link.closed',
  'call.succeeded',
  'call.failed',
  'call.probe',
  'call.probeCancelled',
  'retry',
  'shutdown',
  'configure',
  'drained',
  'time',
];
const reasons = [
  'startup',
  'budget',
  'flapping',
  'permanent',
  'auth',
  'internal',
] as const satisfies readonly ParkReason[];

function walkOf(taken: readonly Step[]): Walk {
  return { policy: scenePolicy, generation: 0, parked: undefined, random: () => 0, steps: taken };
}

/** Takes one walk with both, and demands that they look the same after each step. */
function compare(walk: Walk, seen: Set<string>): void {
  const both = startSideBySide(walk);
  const taken: string[] = [];
  try {
    let view = agreedView(both, taken);
    for (const step of walk.steps) {
      // An actor that has ended hears nothing more (S1).
      if (view.isOver) return;
      note(view, step, seen);
      taken.push(both.take(step));
      view = agreedView(both, taken);
    }
  } finally {
    both.stop();
  }
}

function agreedView(both: SideBySide, taken: readonly string[]): View {
  const machine = both.machine();
  const reference = both.reference();
  // The assertion is far slower than the machine, and hardly ever needed.
  if (!isDeepStrictEqual(machine, reference))
    expect(machine, `the machine, after\n${taken.join('\n')}\n`).toEqual(reference);
  return machine;
}

function note({ state }: View, step: Step, seen: Set<string>): void {
  const type = step.kind === 'send' ? step.event.type : step.kind;
  const { connection, attempting, draining, breaker, probe, parkReason } = state;
  const place = `${connection}${attempting ? ', attempting' : ''}${draining ? ', draining' : ''}`;
  seen.add(`${place} × ${type}`);
  seen.add(`breaker ${breaker}${probe ? `, ${probe}` : ''} × ${type}`);
  if (parkReason) seen.add(`parked: ${parkReason}`);
}
