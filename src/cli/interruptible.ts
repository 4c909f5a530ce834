import { CliError } from './cli-error.ts';
import { onStopSignal } from './signals.ts';

/** Runs something that a signal ends (S5). @throws CliError `INTERRUPTED` */
export async function interruptible<Result>(
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const release = onStopSignal((name) =>
    controller.abort(
      new CliError('interrupted', 'INTERRUPTED', `ended by ${name}`, { advice: '' }),
    ),
  );
  try {
    return await run(controller.signal);
  } catch (error) {
    // However the work ended, it ended because it was told to.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    release();
  }
}
