import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createContext, Script, type Context } from 'node:vm';

let stage: { readonly context: Context; readonly script: Script } | undefined;

/**
 * Runs what a server may have made endless (E5): after `boundMs` it is broken off wherever it is,
 * also within a regular expression. That costs a fifth of a millisecond, so what is known to be
 * quick should not come here.
 * @throws what `run` throws, what `isBrokenOff` knows, or `NoWatchError` without having run it
 */
export function runBounded<Result>(run: () => Result, boundMs: number): Result {
  if (!hasDescriptorsLeft()) throw new NoWatchError();
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

/** The process has no descriptors left for whoever watches the time. */
export class NoWatchError extends Error {
  constructor() {
    super('too many files are open');
    this.name = 'NoWatchError';
  }
}

/** Node ends the whole process if its watch cannot be set up; it takes up to four. */
const neededDescriptors = 8;

function hasDescriptorsLeft(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length < neededDescriptors) opened.push(openSync(devNull, 'r'));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
