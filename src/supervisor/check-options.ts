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
