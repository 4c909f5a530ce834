import { resolve } from 'node:path';
import type { Recording } from '../record/recorder.ts';
import type { Supervisor, SupervisorOptions } from '../supervisor/supervisor.ts';
import { CliError } from './cli-error.ts';
import type { Terminal } from './terminal.ts';

/** What was said about a recording on the command line. */
export interface RecordWish {
  readonly record?: string;
  readonly recordCalls?: boolean;
}

/** Makes the supervisor, and records it if that was asked for. @throws CliError `USAGE`, `FILE_UNWRITABLE` */
export async function superviseAsAsked(
  options: SupervisorOptions,
  { record, recordCalls = false }: RecordWish,
  terminal: Pick<Terminal, 'remark'>,
): Promise<{ readonly supervisor: Supervisor; readonly recording?: Recording }> {
  if (record === '' || (record === undefined && recordCalls)) throw withoutFile();
  if (record === undefined) {
    // Loaded here, so that the other commands do not wait for it; nor a fleet for the recorder.
    const { createSupervisor } = await import('../supervisor/create-supervisor.ts');
    return { supervisor: createSupervisor(options) };
  }
  const { createRecordedSupervisor } = await import('../record/recorder.ts');
  const file = resolve(record);
  const onFault = ({ code = 'unknown' }: NodeJS.ErrnoException) =>
    terminal.remark(`The recording cannot be written (${code}); the fleet goes on.`);
  try {
    return await createRecordedSupervisor(options, { file, withCalls: recordCalls, onFault });
  } catch (cause) {
    const { code, syscall } = cause as NodeJS.ErrnoException;
    if (syscall === undefined) throw cause;
    throw new CliError('usage', 'FILE_UNWRITABLE', `${record} cannot be written: ${code}`, {
      advice: advices[code ?? ''] ?? 'Name a file in a folder that is there.',
      cause,
    });
  }
}

const advices: Readonly<Record<string, string>> = {
  ENXIO: 'Name a file, or a pipe that somebody reads by then.',
  ENOTSUP: 'Name a file or a pipe; a terminal may be stopped for any time.',
  EISDIR: 'Name a file in that folder.',
};

function withoutFile(): CliError {
  return new CliError('usage', 'USAGE', 'there is no file to record to', {
    advice: 'Name one, as in --record incident.jsonl.',
  });
}
