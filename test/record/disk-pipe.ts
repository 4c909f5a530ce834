import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './recorded.ts';

/** A disk of which the test decides when it takes anything. */
export async function makePipe() {
  const path = join(await temporaryFolder(), 'pipe');
  await promisify(execFile)('mkfifo', [path]);
  // Without anybody at the other end it could not even be opened.
  const holder = await open(path, 'r+');
  let isHeld = true;
  const release = async () => {
    if (isHeld) await holder.close();
    isHeld = false;
  };
  onTestFinished(release);
  return { path, release, read: () => new PipeReader(path, release) };
}

/** A process that reads it, which alone can wait for a pipe without holding us up. */
class PipeReader {
  text = '';
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #release: () => Promise<void>;

  constructor(path: string, release: () => Promise<void>) {
    this.#child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child.stdout?.on('data', (chunk) => (this.text += String(chunk)));
    this.#closed = once(this.#child, 'close');
    this.#release = release;
    onTestFinished(() => void this.#child.kill('SIGKILL'));
  }

  /** Whether it has opened the pipe: then the pipe is one of its files. */
  isReading(): boolean {
    const files = `/proc/${this.#child.pid}/fd`;
    return readdirSync(files).some((name) => readlinkSync(join(files, name)).endsWith('/pipe'));
  }

  /** All there is, once nobody writes any more. */
  async whole(): Promise<string> {
    await this.#release();
    await this.#closed;
    return this.text;
  }

  /** Nobody reads from now on. */
  async stop(): Promise<void> {
    await this.#release();
    this.#child.kill('SIGKILL');
    await this.#closed;
  }
}
