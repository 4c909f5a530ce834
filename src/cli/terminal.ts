import pc from 'picocolors';

type Colors = ReturnType<typeof pc.createColors>;

/** Where a command writes to, and what that place can show. */
export interface Terminal {
  /** A person looks at it, and it can be drawn on: it has a size, and the cursor can be moved. */
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
  /** Resolves when what was printed has been taken: to false if whoever read it has left. */
  flushed(): Promise<boolean>;
}

export function openTerminal(env: NodeJS.ProcessEnv = process.env): Terminal {
  const { stdout, stderr } = process;
  const isDumb = env['TERM'] === 'dumb';
  return {
    interactive: stdout.isTTY && !isDumb && stdout.columns > 0 && stdout.rows > 0,
    colors: pc.createColors(wantsColor(stdout.isTTY, env)),
    width: () => (stdout.isTTY && stdout.columns > 0 ? stdout.columns : 100),
    height: () => (stdout.isTTY && stdout.rows > 0 ? stdout.rows : Infinity),
    print: (text) => void stdout.write(`${text}\n`),
    remark: (text) => void stderr.write(`${text}\n`),
    progress: (text) => {
      // A line that wraps could not be replaced.
      const room = Math.max(0, (stderr.columns || 80) - 1);
      if (stderr.isTTY && !isDumb) stderr.write(`\r\u001b[2K${text.slice(0, room)}`);
    },
    flushed: () => flushed(stdout),
  };
}

/** Of standard output only the write itself tells: Node takes it for open again right after. */
function flushed(stdout: NodeJS.WriteStream): Promise<boolean> {
  return new Promise((resolve) => stdout.write('', (error) => resolve(!error)));
}

/** `NO_COLOR` goes before `FORCE_COLOR`; without either it is up to the terminal. */
export function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return !['0', 'false'].includes(env['FORCE_COLOR']);
  return isTerminal && env['TERM'] !== 'dumb';
}
