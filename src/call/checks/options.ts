import { hintAt } from '../../../machines/nearest-name.ts';
import { LONGEST_DELAY_MS, type Policy } from '../../../machines/policy.ts';
import { kindOf } from '../../config/describe-issue.ts';
import { isObject } from '../../is-object.ts';
import type { CallOptions, ReplayChoice } from '../call-options.ts';

/** Options with the defaults filled in and spans turned into moments of the clock. */
export interface CallTerms {
  readonly timeoutMs: number;
  /** Undefined if the caller left the waiting to the server's state (K4). */
  readonly waitEndsAt: number | undefined;
  /** K1: never extended. `Infinity` for no limit. */
  readonly totalEndsAt: number;
  readonly replay: ReplayChoice;
}

/** Terms of a call that is submitted at `now`. The options must have passed `findOptionFault`. */
export function settleTerms(options: CallOptions, policy: Policy, now: number): CallTerms {
  const { timeoutMs, waitForReadyMs, maxTotalMs = policy.maxTotalMs } = options;
  return {
    timeoutMs: timeoutMs ?? policy.callTimeoutMs,
    waitEndsAt: waitForReadyMs === undefined ? undefined : now + waitForReadyMs,
    totalEndsAt: maxTotalMs === false ? Infinity : now + maxTotalMs,
    replay: options.replay ?? 'safe',
  };
}

/** What is wrong with the options, as a sentence; undefined if nothing is. */
export function findOptionFault(options: CallOptions): string | undefined {
  const given: unknown = options;
  if (!isObject(given)) return `they must be an object, not ${kindOf(given)}`;
  return (
    findUnknownOption(given) ??
    findDelayFault('timeoutMs', options.timeoutMs, 1) ??
    (options.maxTotalMs === false
      ? undefined
      : findDelayFault('maxTotalMs', options.maxTotalMs, 1, ', or false')) ??
    findDelayFault('waitForReadyMs', options.waitForReadyMs, 0) ??
    findReplayFault(options.replay) ??
    findListenerFault(options)
  );
}

/** E3: a mistyped limit would be no limit. */
function findUnknownOption(given: object): string | undefined {
  // Walked without a list of keys, since every call with options comes by here.
  for (const key in given)
    if (!Object.hasOwn(knownOptions, key))
      return `${key} is unknown; ${hintAt(key, Object.keys(knownOptions))}`;
  return undefined;
}

const knownOptions: Readonly<Record<keyof CallOptions, true>> = {
  timeoutMs: true,
  maxTotalMs: true,
  waitForReadyMs: true,
  signal: true,
  onProgress: true,
  replay: true,
};

// E3: Node fires a timer with a bad delay at once, so a bad one must not get that far.
function findDelayFault(name: string, value: unknown, least: number, also = '') {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= least && value <= LONGEST_DELAY_MS) return undefined;
  const shown = typeof value === 'number' ? value : `a ${typeof value}`;
  return `${name} must be a number from ${least} to ${LONGEST_DELAY_MS}${also}, not ${shown}`;
}

const replayChoices: readonly unknown[] = ['safe', 'always', 'never'];

function findReplayFault(value: unknown): string | undefined {
  if (value === undefined || replayChoices.includes(value)) return undefined;
  return `replay must be 'safe', 'always' or 'never'`;
}

function findListenerFault({ signal, onProgress }: CallOptions): string | undefined {
  if (signal !== undefined && !isSignal(signal)) return 'signal must be an AbortSignal';
  if (onProgress === undefined || typeof onProgress === 'function') return undefined;
  return 'onProgress must be a function';
}

/** By its shape: one from another realm, or of a library, is as good. */
function isSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'aborted' in value &&
    'addEventListener' in value &&
    typeof value.addEventListener === 'function'
  );
}
