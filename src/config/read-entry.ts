import { resolve } from 'node:path';
import type { Policy } from '../../machines/policy.ts';
import { translateEntry } from './host-entry.ts';
import { interpolate, type Variables } from './interpolate.ts';
import { findEntryFaults } from './parse-server-entry.ts';
import { isStdio, type ServerEntry } from './server-entry.ts';

/** Something about one server that a person should know. */
export interface ConfigProblem {
  readonly server: string;
  /** An `error` costs the server; a `note` does not. */
  readonly severity: 'error' | 'note';
  /** Where, within the server's entry; empty for the entry itself. */
  readonly path: string;
  /** `line:column` in the file. */
  readonly position: string;
  readonly message: string;
}

/** What reading one entry takes from its file. */
export interface EntryContext {
  /** Our own file, in which unknown keys are refused. */
  readonly own: boolean;
  /** The file's folder, which relative paths start from. */
  readonly folder: string;
  readonly fleetPolicy: Partial<Policy>;
  readonly variables: Variables;
  position(keys: readonly string[]): string;
}

export interface ReadEntry {
  readonly name: string;
  /** Absent if the entry cannot be used. */
  readonly entry?: ServerEntry;
  readonly problems: readonly ConfigProblem[];
}

/** Reads one server's entry; whatever is wrong with it stays with it (E4). */
export function readEntry(name: string, raw: unknown, context: EntryContext): ReadEntry {
  const report = (
    severity: ConfigProblem['severity'],
    path: string,
    message: string,
  ): ConfigProblem => ({
    server: name,
    severity,
    path,
    position: context.position(path.split('.')),
    message,
  });
  const { entry, unknownKeys } = translateEntry(raw);
  const strange = unknownKeys.map(({ key, message }) =>
    context.own ? report('error', key, message) : report('note', key, `${message}; ignored`),
  );
  // Checked before it is filled in, so that no message can show what a variable held.
  const faults = findEntryFaults(name, entry, context.fleetPolicy).map(({ path, message }) =>
    report('error', path.join('.'), message),
  );
  if (faults.length > 0 || (context.own && strange.length > 0))
    return { name, problems: [...strange, ...faults] };
  return fillIn(name, entry as ServerEntry, { ...context, report, problems: strange });
}

interface FillContext extends EntryContext {
  readonly problems: readonly ConfigProblem[];
  report(severity: ConfigProblem['severity'], path: string, message: string): ConfigProblem;
}

function fillIn(name: string, entry: ServerEntry, context: FillContext): ReadEntry {
  const filled = interpolate(entry, context.variables);
  // A disabled server is only listed, so what it lacks costs nothing yet.
  const severity = entry.enabled === false ? 'note' : 'error';
  const unset = filled.problems.map(({ path, message }) => context.report(severity, path, message));
  const problems = [...context.problems, ...unset];
  if (severity === 'error' && unset.length > 0) return { name, problems };
  return {
    name,
    entry: withKeptLogin(withAbsolutePaths(filled.value as ServerEntry, context.folder)),
    problems,
  };
}

function withAbsolutePaths(entry: ServerEntry, folder: string): ServerEntry {
  if (!isStdio(entry)) return entry;
  const { cwd, stderrFile } = entry;
  return {
    ...entry,
    ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
    ...(stderrFile === undefined ? {} : { stderrFile: resolve(folder, stderrFile) }),
  };
}

/** A server in a file uses what `holdfast login` left for it, unless it brings a token of its own. */
function withKeptLogin(entry: ServerEntry): ServerEntry {
  if (isStdio(entry) || entry.auth !== undefined) return entry;
  const names = Object.keys(entry.headers ?? {}).map((name) => name.toLowerCase());
  return names.includes('authorization') ? entry : { ...entry, auth: {} };
}
