import { hintAt } from '../../machines/nearest-name.ts';
import { configError } from '../config/config-error.ts';
import { kindOf } from '../config/describe-issue.ts';
import type { HoldfastError } from '../errors/holdfast-error.ts';
import { isObject } from '../is-object.ts';
import { eventNames, retryReasons } from './known-names.ts';

/**
 * E3: slips in what a host hands to a method are told where they are made; most would else do
 * nothing at all. Each throws `CONFIG_INVALID`.
 */
export function checkListOptions(options: unknown): void {
  if (options === undefined) return;
  const { server, include } = checkShape('options', options, ['server', 'include']);
  if (server !== undefined) checkText('options.server', server);
  if (include !== undefined && include !== 'all')
    throw badRequest(`options.include: must be 'all' or left out, not ${kindOf(include)}`);
}

/** A wait is bounded by any number from 0 to `Infinity`. */
export function checkReadyOptions(options: unknown): void {
  if (options === undefined) return;
  const { timeoutMs } = checkShape('options', options, ['timeoutMs']);
  if (timeoutMs === undefined || (typeof timeoutMs === 'number' && timeoutMs >= 0)) return;
  const shown = typeof timeoutMs === 'number' ? String(timeoutMs) : kindOf(timeoutMs);
  throw badRequest(`options.timeoutMs: must be a number of milliseconds from 0, not ${shown}`);
}

export function checkRetryReason(reason: unknown): void {
  checkName('reason', reason, retryReasons);
}

export function checkEventName(name: unknown): void {
  checkName('event', name, eventNames);
}

export function checkCompletion(request: unknown): void {
  const known = ['prompt', 'uriTemplate', 'argument', 'given'];
  const { prompt, uriTemplate, argument, given } = checkShape('request', request, known);
  if ((prompt === undefined) === (uriTemplate === undefined))
    throw badRequest('request: must have either prompt or uriTemplate');
  checkText('request', prompt ?? uriTemplate);
  const { name, value } = checkShape('request.argument', argument, ['name', 'value']);
  checkText('request.argument.name', name);
  checkText('request.argument.value', value);
  if (given !== undefined && !isObject(given))
    throw badRequest(`request.given: must be an object, not ${kindOf(given)}`);
}

export function checkFunction(path: string, value: unknown): void {
  if (typeof value !== 'function')
    throw badRequest(`${path}: must be a function, not ${kindOf(value)}`);
}

export function checkText(path: string, value: unknown): void {
  if (typeof value !== 'string') throw badRequest(`${path}: must be text, not ${kindOf(value)}`);
}

function checkShape(
  path: string,
  value: unknown,
  known: readonly string[],
): Record<string, unknown> {
  if (!isObject(value)) throw badRequest(`${path}: must be an object, not ${kindOf(value)}`);
  for (const key of Object.keys(value))
    if (!known.includes(key))
      throw badRequest(`${path}.${key}: unknown key; ${hintAt(key, known)}`);
  return value;
}

function checkName(path: string, name: unknown, known: readonly string[]): void {
  checkText(path, name);
  if (!known.includes(name as string))
    throw badRequest(`${path} ${JSON.stringify(name)}: unknown; ${hintAt(name as string, known)}`);
}

function badRequest(message: string): HoldfastError {
  return configError(message, { advice: 'Correct the call; nothing was done.' });
}
