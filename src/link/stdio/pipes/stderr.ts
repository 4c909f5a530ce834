import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Clock } from '../../../clock.ts';
import { openNamedPipe } from '../../../named-pipe.ts';
import { lastLines, plainText, redact } from '../../plain-text.ts';
import { createFlag, waitForAny } from '../flag.ts';
import { StderrRing } from './stderr-ring.ts';

const TAIL_LINES = 20;
const TAIL_CHARACTERS = 2048;
const CLOSE_MS = 1_000;
const WAITING_BYTES_MAX = 1024 * 1024;

export interface StderrOptions {
  /** File the server's stderr is appended to, as it comes. */
  readonly file?: string | undefined;
  /** Values that must not be shown (L9). */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  onNotice(notice: string): void;
}

/** Keeps the last of a server's stderr, and appends all of it to a file if one is given (L3). */
export class Stderr {
  readonly #ring = new StderrRing();
  readonly #options: StderrOptions;
  #log: Writable | undefined;
  #logFailed = false;

  constructor(options: StderrOptions) {
    this.#options = options;
  }

  push(chunk: Buffer): void {
    this.#ring.push(chunk);
    if (this.#options.file !== undefined && !this.#logFailed)
      this.#append(this.#options.file, chunk);
  }

  /** The last 20 lines, at most 2 KiB, fit to be shown. Untrusted text all the same. */
  tail(): string {
    const text = this.#ring.last(2 * TAIL_CHARACTERS).toString('utf8');
    return lastLines(redact(plainText(text), this.#options.secrets), TAIL_LINES, TAIL_CHARACTERS);
  }

  /** Writes out what waits for the file; bounded, since a file can be a pipe that nobody reads. */
  async close(): Promise<void> {
    const log = this.#log;
    if (log === undefined || log.closed) return;
    const closed = createFlag();
    log.once('close', () => closed.raise());
    log.end();
    await waitForAny([closed], CLOSE_MS, this.#options.clock);
    if (log.writableLength > 0) this.#giveUp('cannot keep up');
    log.destroy();
  }

  /** The file is opened with the first byte, so a silent server costs no descriptor. */
  #append(file: string, chunk: Buffer): void {
    this.#log ??= this.#open(file);
    // E5: a flood faster than the disk must not fill the memory.
    if (this.#log === undefined) this.#giveUp('cannot be written');
    else if (this.#log.writableLength > WAITING_BYTES_MAX) this.#giveUp('cannot keep up');
    else this.#log.write(chunk);
  }

  #open(file: string): Writable | undefined {
    try {
      const log = openNamedPipe(file) ?? createWriteStream(file, { flags: 'a', mode: 0o600 });
      return log.on('error', () => this.#giveUp('cannot be written'));
    } catch {
      return undefined;
    }
  }

  #giveUp(reason: string): void {
    if (this.#logFailed) return;
    this.#logFailed = true;
    this.#options.onNotice(`the stderr file ${reason}; stderr is no longer written there`);
  }
}
