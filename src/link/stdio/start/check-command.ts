import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { ConnectError } from '../../channel.ts';
import { commandCandidates, isPath } from './command-candidates.ts';

/**
 * Checks before spawning that the working directory and the command are there (E2): spawn itself
 * blames the command for a missing directory.
 * @throws ConnectError permanent: CWD_NOT_FOUND, COMMAND_NOT_FOUND, COMMAND_NOT_EXECUTABLE
 */
export async function checkCommand(
  command: string,
  cwd: string | undefined,
  path: string | undefined,
): Promise<void> {
  if (command.trim() === '') throw missing('the command is empty');
  if (cwd !== undefined && !(await isDirectory(cwd)))
    throw new ConnectError(
      'permanent',
      'CWD_NOT_FOUND',
      `the working directory ${cwd} is not there or is no directory`,
    );
  const { platform, env } = process;
  const wanted = { command, cwd: cwd ?? process.cwd(), path, platform, extensions: env['PATHEXT'] };
  const found = await Promise.all(commandCandidates(wanted).map(judge));
  if (found.includes('executable')) return;
  if (found.includes('present'))
    throw new ConnectError(
      'permanent',
      'COMMAND_NOT_EXECUTABLE',
      `the command ${command} cannot be executed`,
    );
  const where = isPath(command, platform) ? '' : " in the PATH of the server's environment";
  throw missing(`the command ${command} was not found${where}${slipIn(command, platform)}`);
}

/** A whole command line, as a shell would take it, is the usual slip. */
function slipIn(command: string, platform: NodeJS.Platform): string {
  const [first = '', ...rest] = command.trim().split(/\s+/);
  if (rest.length === 0 || isPath(first, platform)) return '';
  return `; command takes ${first} alone, and args the rest`;
}

async function judge(file: string): Promise<'missing' | 'present' | 'executable'> {
  try {
    if (!(await stat(file)).isFile()) return 'present';
  } catch {
    return 'missing';
  }
  return access(file, constants.X_OK).then(
    () => 'executable',
    () => 'present',
  );
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function missing(message: string): ConnectError {
  return new ConnectError('permanent', 'COMMAND_NOT_FOUND', message);
}
