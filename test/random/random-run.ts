import fc from 'fast-check';

/**
 * How much chance gets: `HOLDFAST_RUNS` and `HOLDFAST_STEPS` for more than the suite has time for,
 * `HOLDFAST_SEED` to see some orders again.
 */
const { HOLDFAST_RUNS: runs, HOLDFAST_STEPS: steps, HOLDFAST_SEED: seed } = process.env;

export function runsOr(usual: number): number {
  return Number(runs ?? usual);
}

export function stepsOr(usual: number): number {
  return Number(steps ?? usual);
}

/** The options of one property, whose failure ends with the command that shows it again. */
export function randomRun<Orders>(file: string, usualRuns: number): fc.Parameters<Orders> {
  return {
    numRuns: runsOr(usualRuns),
    ...(seed !== undefined && { seed: Number(seed) }),
    reporter: (details) => {
      if (!details.failed) return;
      const size = `HOLDFAST_RUNS=${details.numRuns}${steps === undefined ? '' : ` HOLDFAST_STEPS=${steps}`}`;
      const command = `HOLDFAST_SEED=${details.seed} ${size} npx vitest run --project source ${file}`;
      const { message = '' } = (details.errorInstance ?? {}) as { readonly message?: string };
      const report = `${fc.defaultReportMessage(details)}\n\n${message}\n\nReplay: ${command}`;
      throw new Error(report, { cause: details.errorInstance });
    },
  };
}
