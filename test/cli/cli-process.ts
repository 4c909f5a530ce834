import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const BOUND_MS = 15_000;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command line of its own process, with all it writes. */
export class CliProcess {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  stdout = '';
  stderr = '';

  constructor(file: string, args: readonly string[], options: { cwd: string; env: object }) {
    this.child = spawn(process.execPath, [file, ...args], {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk) => (this.stdout += String(chunk)));
    this.child.stderr?.on('data', (chunk) => (this.stderr += String(chunk)));
    this.finished = once(this.child, 'close').then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** Resolves when what was written holds `text`. */
  async says(text: string): Promise<void> {
    const end = performance.now() + BOUND_MS;
    while (!(this.stdout + this.stderr).includes(text)) {
      if (this.child.exitCode !== null || performance.now() > end)
        throw new Error(`never said "${text}": ${this.stdout}${this.stderr}`);
      await new Promise((next) => setTimeout(next, 20));
    }
  }
}

/** Resolves when the process is gone. */
export async function isGone(pid: number): Promise<boolean> {
  const end = performance.now() + BOUND_MS;
  while (performance.now() < end) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((next) => setTimeout(next, 20));
  }
  return false;
}

export function fixture(name: string): { command: string; args: string[] } {
  return { command: process.execPath, args: [resolve('test/fixtures/stdio', name)] };
}
