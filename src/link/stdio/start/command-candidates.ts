import { posix, win32 } from 'node:path';

/** What a shell-less spawn falls back to where the environment has no PATH. */
const DEFAULT_PATH = '/usr/bin:/bin';

/** What Windows tries, in this order, for a name without one of these at its end. */
const DEFAULT_EXTENSIONS = '.COM;.EXE;.BAT;.CMD';

export interface CommandToFind {
  readonly command: string;
  readonly cwd: string;
  /** PATH of the server's own environment. */
  readonly path: string | undefined;
  readonly platform: NodeJS.Platform;
  /** Windows: PATHEXT, the endings that make a file a command. */
  readonly extensions?: string | undefined;
}

/** The files that a command may stand for, in the order in which the system looks for them (E2). */
export function commandCandidates(wanted: CommandToFind): string[] {
  return wanted.platform === 'win32' ? onWindows(wanted) : onPosix(wanted);
}

/** Whether a command is a path, which is not looked up in PATH. */
export function isPath(command: string, platform: NodeJS.Platform): boolean {
  return (platform === 'win32' ? /[\\/:]/u : /\//u).test(command);
}

function onPosix({ command, cwd, path = DEFAULT_PATH, platform }: CommandToFind): string[] {
  if (isPath(command, platform)) return [posix.resolve(cwd, command)];
  return path.split(posix.delimiter).map((folder) => posix.resolve(cwd, folder, command));
}

/** `npx` is `npx.cmd` there; and the working directory comes before PATH. */
function onWindows(wanted: CommandToFind): string[] {
  const { command, cwd, path = '', platform, extensions = DEFAULT_EXTENSIONS } = wanted;
  const endings = extensions.split(';').filter((ending) => ending !== '');
  const isWhole = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  const names = isWhole ? [command] : endings.map((ending) => command + ending.toLowerCase());
  const folders = isPath(command, platform)
    ? ['']
    : ['', ...path.split(win32.delimiter).map((folder) => folder.replaceAll('"', ''))];
  return folders.flatMap((folder) => names.map((name) => win32.resolve(cwd, folder, name)));
}
