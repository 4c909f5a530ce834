import pc from 'picocolors';

type Colors = ReturnType<typeof pc.createColors>;

/** Where a command writes to, and what that place can show. */
export interface Terminal {
  readonly interactive: boolean;
  readonly colors: Colors;
  width(): number;
  height(): number;
  /** One or more lines of the answer. */
  print(text: string): void;
  /** A remark beside the answer, on stderr. */
  remark(text: string): void;
  /** A line on stderr that the next one replaces; nothing where stderr is no terminal. */
  progress(text: string): void;
}

export function openTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const { stdout, stderr } = process;
  return {
    interactive: stdout.isTTY,
    colors: pc.createColors(wantsColor(stdout.isTTY, env)),
    width: () => (stdout.isTTY ? stdout.columns : 100),
    height: () => (stdout.isTTY ? stdout.rows : Infinity),
    print: (text) => void stdout.write(`${text}\n`),
    remark: (text) => void stderr.write(`${text}\n`),
    progress: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text.slice(0, stderr.columns - 1)}`);
    },
  };
}

function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
