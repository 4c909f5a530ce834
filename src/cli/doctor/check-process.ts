import { basename } from 'node:path';
import type { StdioEntry } from '../../config/server-entry.ts';
import { ConnectError } from '../../link/channel.ts';
import { createMark, serverEnvironment, variableOf } from '../../link/stdio/start/environment.ts';
import { checkCommand } from '../../link/stdio/start/check-command.ts';
import { fine, wrong, type Finding } from './finding.ts';

/** Whether a server's folder and command are there, as its own environment finds them (E2, L9). */
export async function checkProcess({ command, cwd, env }: StdioEntry): Promise<Finding[]> {
  const path = variableOf(serverEnvironment(env, createMark()), 'PATH', process.platform);
  try {
    await checkCommand(command, cwd, path);
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error;
    return [complaint(error, command)];
  }
  return [...(cwd === undefined ? [] : [fine('folder', cwd)]), fine('command', command)];
}

function complaint({ code, message }: ConnectError, command: string): Finding {
  if (code === 'CWD_NOT_FOUND')
    return wrong('folder', message, 'Create the folder, or correct "cwd".');
  if (code === 'COMMAND_NOT_EXECUTABLE')
    return wrong('command', message, `Make it executable: chmod +x ${command}`);
  return wrong('command', message, installHints[basename(command)] ?? otherwise(command));
}

const installHints: Readonly<Record<string, string>> = {
  npx: 'npx comes with Node.js: install that, or name its full path; a version manager sets PATH only in shells.',
  node: 'Install Node.js, or name its full path; a version manager sets PATH only in shells.',
  uvx: 'uvx comes with uv: install that (docs.astral.sh/uv), or name its full path.',
  uv: 'Install uv (docs.astral.sh/uv), or name its full path.',
  bunx: 'bunx comes with Bun: install that (bun.sh), or name its full path.',
  python: 'Install Python, name its full path, or try python3.',
  docker: 'Install Docker, or name its full path.',
};

function otherwise(command: string): string {
  return command.includes('/')
    ? 'Correct the path, or install the command there.'
    : 'Install it, or name its full path. It is run without a shell, so aliases do not count.';
}
