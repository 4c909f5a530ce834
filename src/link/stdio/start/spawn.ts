import {
  spawn,
  type ChildProcessWithoutNullStreams,
  type SpawnOptionsWithStdioTuple,
  type StdioPipe,
} from 'node:child_process';
import crossSpawn from 'cross-spawn';
import { ConnectError } from '../../channel.ts';

export interface SpawnOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts the server in a session and process group of its own (L4), never through a shell: Windows'
 * command files, such as `npx.cmd`, have no other way, and are given their arguments quoted.
 * The child is handed out in the same turn, so that nothing it says or does is missed; `started`
 * settles once it runs.
 * @throws ConnectError, also through `started`
 */
export function spawnServer({ command, args, cwd, env }: SpawnOptions): {
  child: ChildProcessWithoutNullStreams;
  started: Promise<void>;
} {
  const start = process.platform === 'win32' ? startOnWindows : spawn;
  const child = trySpawn(() =>
    start(command, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
    }),
  );
  const started = new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    // Stays for the life of the child: a failed kill is reported here too, and must not throw.
    child.on('error', (error) => reject(spawnError(command, error)));
  });
  return { child, started };

  function trySpawn<Child>(run: () => Child): Child {
    try {
      return run();
    } catch (error) {
      throw spawnError(command, error);
    }
  }
}

/** With three pipes, as asked for; the library's type does not follow that. */
function startOnWindows(
  command: string,
  args: readonly string[],
  options: SpawnOptionsWithStdioTuple<StdioPipe, StdioPipe, StdioPipe>,
): ChildProcessWithoutNullStreams {
  return crossSpawn(command, args, options) as ChildProcessWithoutNullStreams;
}

/** E2, from the field `code`. The system's message is left out: it can quote environment values. */
function spawnError(command: string, error: unknown): ConnectError {
  const code = codeOf(error);
  if (code === 'ENOENT')
    return new ConnectError(
      'permanent',
      'COMMAND_NOT_FOUND',
      `the command ${command} could not be started: it, or the interpreter it names, is missing`,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'ENOEXEC')
    return new ConnectError(
      'permanent',
      'COMMAND_NOT_EXECUTABLE',
      `the command ${command} cannot be executed (${code})`,
    );
  const lasting = code === 'E2BIG' || code.startsWith('ERR_INVALID_ARG');
  return new ConnectError(
    lasting ? 'permanent' : 'transient',
    'SPAWN_FAILED',
    `the command ${command} could not be started (${code})`,
  );
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'UNKNOWN';
}
