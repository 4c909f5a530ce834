import { hintAt } from '../../../machines/nearest-name.ts';
import { configError } from '../../config/config-error.ts';
import { kindOf } from '../../config/describe-issue.ts';
import { isObject } from '../../is-object.ts';
import {
  logLevels,
  type ClientOptions,
  type NoticeContext,
  type Root,
  type Roots,
} from './client-options.ts';

/** The host as all of its servers see it: one for a whole fleet, the same in every session (T7). */
export class HostClient {
  readonly options: ClientOptions;
  readonly identity: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  #roots: Roots | undefined;

  /**
   * @param version what a host without a name of its own is presented with
   * @throws HoldfastError `CONFIG_INVALID`
   */
  constructor(options: ClientOptions = {}, version: string) {
    checkOptions(options);
    this.options = options;
    this.identity = { name: options.name ?? 'holdfast', version: options.version ?? version };
    this.capabilities = declaredCapabilities(options);
    this.#roots = options.roots;
  }

  /** @throws whatever the host's own function does */
  async roots(context: NoticeContext): Promise<readonly Root[]> {
    const roots = this.#roots ?? [];
    return typeof roots === 'function' ? roots(context) : roots;
  }

  /** @throws HoldfastError `CONFIG_INVALID`, also if the servers were never told of roots. */
  setRoots(roots: Roots): void {
    if (this.#roots === undefined)
      throw configError('client.roots: must be given from the start, since it is declared then');
    checkRoots(roots);
    this.#roots = roots;
  }
}

/** Needs a handler to be of any use, so it is declared exactly if there is one. */
function declaredCapabilities(options: ClientOptions): Record<string, unknown> {
  const { capabilities = {}, onSampling, onElicitation, roots } = options;
  const { sampling, elicitation, roots: _, tasks: __, ...others } = capabilities;
  return {
    ...others,
    ...(onSampling && { sampling: sampling ?? {} }),
    // The SDK fills in the defaults of a form for hosts that leave fields out.
    ...(onElicitation && {
      elicitation: elicitation ?? { form: { applyDefaults: true }, url: {} },
    }),
    ...(roots && { roots: { listChanged: true } }),
  };
}

// E3: told where it is written, and not by a server that answers strangely much later.
function checkOptions(options: ClientOptions): void {
  const given: unknown = options;
  if (!isObject(given)) throw configError(`client: must be an object, not ${kindOf(given)}`);
  const { name, version, logLevel, roots } = options;
  for (const key of Object.keys(options))
    if (!knownOptions.includes(key))
      throw configError(`client.${key}: unknown; ${hintAt(key, knownOptions)}`);
  for (const [key, value] of Object.entries({ name, version }))
    if (value !== undefined && (typeof value !== 'string' || value === ''))
      throw configError(`client.${key}: must be a text that is not empty`);
  if (logLevel !== undefined && !logLevels.includes(logLevel))
    throw configError(`client.logLevel: must be one of ${logLevels.join(', ')}`);
  if (roots !== undefined) checkRoots(roots);
  const { onSampling, onElicitation, onElicitationComplete, onLog } = options;
  const handlers = { onSampling, onElicitation, onElicitationComplete, onLog };
  for (const [key, handler] of Object.entries(handlers))
    if (handler !== undefined && typeof handler !== 'function')
      throw configError(`client.${key}: must be a function`);
}

const knownOptions = [
  'name',
  'version',
  'capabilities',
  'onSampling',
  'onElicitation',
  'onElicitationComplete',
  'roots',
  'onLog',
  'logLevel',
];

function checkRoots(roots: Roots): void {
  if (typeof roots === 'function') return;
  const fault = findRootsFault(roots);
  if (fault !== undefined) throw configError(`client.roots: ${fault}`);
}

/** What is wrong with a list of roots; undefined if nothing is. */
export function findRootsFault(roots: unknown): string | undefined {
  if (!Array.isArray(roots)) return 'must be a list, or a function that returns one';
  const index = roots.findIndex((root: unknown) => !isRoot(root));
  return index < 0 ? undefined : `number ${index + 1} must have a uri that begins with file:`;
}

function isRoot(root: unknown): boolean {
  if (typeof root !== 'object' || root === null || !('uri' in root)) return false;
  return typeof root.uri === 'string' && root.uri.startsWith('file:');
}
