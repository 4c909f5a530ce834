import { configError } from '../config/config-error.ts';
import { kindOf, unknownKey } from '../config/describe-issue.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { isObject } from '../is-object.ts';
import type { SupervisorOptions } from './supervisor.ts';

/**
 * E3: a slip at the top, such as a host's `mcpServers`, must not end in a fleet of no servers. What
 * the parts hold is checked where they are used.
 * @throws HoldfastError `CONFIG_INVALID`
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw configError(`options: must be an object, not ${kindOf(options)}`);
  for (const key of Object.keys(options))
    if (!Object.hasOwn(optionKeys, key) && !Object.hasOwn(fileKeys, key))
      throw configError(`${key}: ${unknownKey(key, Object.keys(optionKeys))}`);
  const { servers } = options;
  if (servers !== undefined && !isObject(servers))
    throw configError(`servers: must be an object by name, not ${kindOf(servers)}`);
  checkFunctions('', options, ['random', 'inspect', 'link']);
  checkClock(options['clock']);
}

/** A clock without its timers would fail in the middle of the first attempt. */
function checkClock(clock: unknown): void {
  if (clock === undefined) return;
  if (typeof clock !== 'object' || clock === null)
    throw configError(`clock: must be an object, not ${kindOf(clock)}`);
  const given = clock as Record<string, unknown>;
  for (const name of ['now', 'setTimeout', 'clearTimeout'])
    if (given[name] === undefined) throw configError(`clock.${name}: must be a function`);
  checkFunctions('clock.', given, ['now', 'setTimeout', 'clearTimeout', 'wall']);
}

function checkFunctions(path: string, given: Record<string, unknown>, names: string[]): void {
  for (const name of names)
    if (given[name] !== undefined && typeof given[name] !== 'function')
      throw configError(`${path}${name}: must be a function, not ${kindOf(given[name])}`);
}

const optionKeys: Readonly<Record<keyof SupervisorOptions, true>> = {
  servers: true,
  policy: true,
  clock: true,
  random: true,
  inspect: true,
  link: true,
  client: true,
};

/** A loaded configuration may be given as it is. */
const fileKeys: Readonly<Record<Exclude<keyof LoadedConfig, keyof SupervisorOptions>, true>> = {
  file: true,
  problems: true,
};
