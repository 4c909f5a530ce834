import type { SimpleStep, Situation, Step } from './step.ts';

/** A step with its place in the case, such as `3`, or `4.2` within a repetition. */
export interface PlacedStep {
  readonly place: string;
  readonly step: SimpleStep;
}

const opens: readonly SimpleStep[] = [
  { peer: 'opens' },
  { expect: { state: { connection: 'ready' } } },
];

/** The steps behind each short form. */
const given: Readonly<Record<Situation, readonly SimpleStep[]>> = {
  ready: opens,
  proven: [...opens, { caller: 'succeeds' }, { expect: { emitted: ['server.proven'] } }],
  stable: [
    ...opens,
    { wait: { policy: 'stableAfterMs' } },
    { expect: { emitted: ['server.stable'] } },
  ],
  broken: [
    ...opens,
    { caller: { does: 'fails', of: 'transport', times: 3 } },
    { expect: { state: { breaker: 'open' }, emitted: ['breaker.opened'] } },
  ],
};

/** Spells out repetitions and short forms. */
export function spelledOut(steps: readonly Step[]): PlacedStep[] {
  return steps.flatMap((step, index) => {
    const place = `${index + 1}`;
    if (!('repeat' in step)) return placed(step, place);
    const inner = step.steps.flatMap((each, at) => placed(each, `${place}.${at + 1}`));
    return Array.from({ length: step.repeat }, () => inner).flat();
  });
}

function placed(step: SimpleStep, place: string): PlacedStep[] {
  if (!('given' in step)) return [{ place, step }];
  return given[step.given].map((each) => ({ place: `${place} (${step.given})`, step: each }));
}
