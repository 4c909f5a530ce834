import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearestName } from '../../../machines/nearest-name.ts';
import { machineOf, mayBeMachine, type FoundMachine } from '../../testing/paths/machine-of.ts';
import { CliError } from '../cli-error.ts';

/** A machine out of a host's own file. */
export interface LoadedMachine extends FoundMachine {
  /** The file, absolute. */
  readonly file: string;
  /** The name of its export. */
  readonly name: string;
}

/**
 * Loads what `--machine FILE#EXPORT` names. Without `#EXPORT` the file must export one thing that could
 * be a machine.
 * @throws CliError `MACHINE_NOT_FOUND`; PathError `NOT_A_MACHINE`
 */
export async function loadMachine(reference: string): Promise<LoadedMachine> {
  const [path = '', wanted] = reference.split('#');
  const file = resolve(path);
  const exported = await importModule(file, path);
  const name = wanted ?? onlyExport(exported, path);
  if (!(name in exported)) throw missingExport(name, exported, path);
  return { ...machineOf(exported[name]), file, name };
}

type Exports = Readonly<Record<string, unknown>>;

async function importModule(file: string, path: string): Promise<Exports> {
  try {
    await access(file);
  } catch (cause) {
    throw notFound(`There is no file ${path}.`, 'Name it as FILE#EXPORT.', cause);
  }
  try {
    return (await import(pathToFileURL(file).href)) as Exports;
  } catch (cause) {
    throw describeFailure(cause, path);
  }
}

function describeFailure(cause: unknown, path: string): CliError {
  const { code } = cause as NodeJS.ErrnoException;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' || code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX')
    return notFound(
      `Node ${process.versions.node} cannot load ${path} as it is.`,
      'Name the built JavaScript, or run holdfast on a Node that loads TypeScript (22.18 or later).',
      cause,
    );
  return notFound(`${path} cannot be loaded: ${reason}`, 'See that Node can import it.', cause);
}

function onlyExport(exported: Exports, path: string): string {
  const names = Object.keys(exported).filter((name) => mayBeMachine(exported[name]));
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw names.length === 0
    ? notFound(`${path} exports no machine.`, 'Export a machine, or a function that makes one.')
    : notFound(`${path} exports ${names.join(', ')}.`, `Say which: ${path}#${name}.`);
}

function missingExport(name: string, exported: Exports, path: string): CliError {
  const known = Object.keys(exported);
  if (known.length === 0)
    return notFound(`${path} exports nothing.`, 'Export a machine, or a function that makes one.');
  const nearest = nearestName(name, known);
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  const advice = `${meant}It exports ${known.join(', ')}.`;
  return notFound(`${path} does not export ${name}.`, advice);
}

function notFound(message: string, advice: string, cause?: unknown): CliError {
  return new CliError('usage', 'MACHINE_NOT_FOUND', message, { advice, cause });
}
