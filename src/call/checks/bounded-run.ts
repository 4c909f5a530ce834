import { createContext, Script, type Context } from 'node:vm';

let stage: { readonly context: Context; readonly script: Script } | undefined;

/**
 * Runs what a server may have made endless (E5): after `boundMs` it is broken off wherever it is,
 * also within a regular expression. That costs a fifth of a millisecond, so what is known to be
 * quick should not come here.
 * @throws what `run` throws, or what `isBrokenOff` knows
 */
export function runBounded<Result>(run: () => Result, boundMs: number): Result {
  stage ??= { context: createContext({}), script: new Script('run()') };
  const { context, script } = stage;
  context['run'] = run;
  try {
    return script.runInContext(context, { timeout: boundMs }) as Result;
  } finally {
    delete context['run'];
  }
}

export function isBrokenOff(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
