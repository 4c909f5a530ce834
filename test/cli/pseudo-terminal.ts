import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from './wait-until.ts';

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A program in a terminal of its own, made by `script`, and all that it writes there. */
export class PseudoTerminal {
  readonly child: ChildProcess;
  readonly finished: Promise<number | null>;
  readonly #device: string;
  written = '';

  constructor(
    args: readonly string[],
    options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly size: Size },
  ) {
    const { cwd, env, size } = options;
    this.#device = join(cwd, `tty-${args.at(-1) ?? ''}`);
    const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
    const line = `stty cols ${size.columns} rows ${size.rows}; tty > '${this.#device}'; exec ${command}`;
    this.child = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd,
      env: { ...process.env, TERM: 'xterm', SHELL: '/bin/sh', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.child.stdout?.on('data', (chunk) => (this.written += String(chunk)));
    this.finished = once(this.child, 'close').then(([code]) => code as number | null);
  }

  /** Resolves when what was written after `from` holds `text`. */
  async shows(text: string, from = 0): Promise<void> {
    await waitUntil(
      () => this.written.slice(from).includes(text),
      () => `never showed "${text}": ${JSON.stringify(this.written.slice(from))}`,
    );
  }

  /** As when a person pulls at the corner of the window. */
  resize({ columns, rows }: Size): void {
    const device = readFileSync(this.#device, 'utf8').trim();
    execFileSync('stty', ['-F', device, 'cols', String(columns), 'rows', String(rows)]);
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }
}

/** Text as it is seen: without colours and without where they are put. */
export function visible(text: string): string {
  return text.replace(/\u001b(?:\[[0-9;?]*[a-zA-Z]|\]8;;[^\u0007]*\u0007)/g, '');
}
