import { realpath } from 'node:fs/promises';
import { Seal } from '../lines/seal.ts';
import type { GapLine, GivenLine } from '../lines/line.ts';
import { openDestination, type Destination } from './destination.ts';
import { putAside } from './put-aside.ts';
import { spareOthers } from './spare-others.ts';

export interface RecordingFileOptions {
  readonly file: string;
  /** A file that has grown to this is put aside, and a new one begun. */
  readonly maxBytes: number;
  /** Files that were put aside and are kept, as FILE.1 (the newest), FILE.2 and so on. */
  readonly keep: number;
  /** What may wait for the disk; what comes beyond that is dropped. */
  readonly maxWaitingBytes: number;
  /** Lines were dropped or lost, and there is room again: the gap is written, the rest is the caller's. */
  readonly resumed: () => void;
  /** A new file was begun, which has to tell whose it is. */
  readonly rotated: (part: number) => void;
  readonly now: () => number;
  /** Told once per failure in a row. */
  readonly failed: (error: NodeJS.ErrnoException) => void;
}

/** What waits to be written; the end of a file stands between the last line of one and the next. */
type Waiting = { readonly text: string } | 'rotate';

/**
 * Lines on their way to the disk. Nothing here waits for it but `close`: a disk that is slow or
 * full costs lines, which is told, and never the fleet's time or memory.
 */
export class RecordingFile {
  readonly #options: RecordingFileOptions;
  readonly #isFile: boolean;
  #seal = new Seal();
  /** Undefined where the next part of it could not be opened, so that it is tried again. */
  #destination: Destination | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #partBytes: number;
  #part = 1;
  #n = 0;
  #gap: Gap | undefined;
  /** The gap that was told last, until what tells it is on the disk. */
  #told: Gap | undefined;
  #dropped = 0;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isBeginning = false;

  private constructor(options: RecordingFileOptions, destination: Destination) {
    this.#options = options;
    this.#destination = destination;
    this.#isFile = destination.isFile;
    this.#partBytes = destination.bytes;
  }

  /**
   * Appends to a recording that is there.
   * @throws Error with Node's `code`; HoldfastError `CONFIG_INVALID` for a file that is none
   */
  static async open(options: RecordingFileOptions): Promise<RecordingFile> {
    await spareOthers(options.file);
    const destination = await openDestination(options.file);
    // A link stays where it is: what is put aside is the file that it leads to.
    const file = await realpath(options.file);
    return new RecordingFile({ ...options, file }, destination);
  }

  /** Lines that are missing from the recording so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Takes a line without waiting. The first line of a file or run begins a new seal. */
  add(line: GivenLine, begins = false): void {
    if (this.#gap !== undefined && !this.#mend()) return this.#drop();
    // Before the line, so that what tells where everything stands tells where it stood before it.
    if (this.#isLarge && !this.#isBeginning) this.#rotate();
    this.#put(line, begins);
    if (this.#waitingBytes > this.#options.maxWaitingBytes) this.#gap ??= this.#newGap();
    this.#write();
  }

  /** Resolves when all that waits is written, or has failed to be. */
  async settled(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async close(): Promise<void> {
    await this.settled();
    await this.#destination?.close();
  }

  /** What the disk has not taken by now is lost. */
  async abandon(): Promise<void> {
    await this.#destination?.close();
    await this.settled();
  }

  /** A pipe or a device has no size, and is not ours to rename. */
  get #isLarge(): boolean {
    return this.#isFile && this.#partBytes >= this.#options.maxBytes;
  }

  #put(line: GivenLine, begins: boolean): void {
    this.#n += 1;
    if (begins) this.#seal = new Seal();
    const text = `${this.#seal.close({ n: this.#n, ...line })}\n`;
    const bytes = Buffer.byteLength(text);
    this.#waiting.push({ text });
    this.#waitingBytes += bytes;
    this.#partBytes += bytes;
  }

  #drop(): void {
    if (this.#gap === undefined) return;
    this.#gap.dropped += 1;
    this.#dropped += 1;
  }

  #newGap(): Gap {
    return { dropped: 0, lost: 0, since: this.#options.now() };
  }

  /** Whether there is room again; then the gap is told, and where everything stands now. */
  #mend(): boolean {
    if (this.#gap === undefined) return true;
    if (this.#waiting.length > 0 || this.#writing !== undefined) return false;
    const { dropped, lost, since } = this.#gap;
    this.#gap = undefined;
    if (dropped + lost === 0) return true;
    this.#told = { dropped, lost, since };
    const gap: Omit<GapLine, 'n'> = {
      at: this.#options.now(),
      kind: 'gap',
      dropped,
      lost,
      since,
    };
    this.#put(gap, true);
    this.#options.resumed();
    return true;
  }

  #rotate(): void {
    this.#waiting.push('rotate');
    this.#part += 1;
    this.#isBeginning = true;
    this.#options.rotated(this.#part);
    this.#isBeginning = false;
    // What it begins with does not count, or a large fleet would begin nothing but new files.
    this.#partBytes = 0;
  }

  #write(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // What was dropped last is told although no line may follow.
      if (this.#gap !== undefined && this.#gap.dropped > 0 && !this.#isFailing && this.#mend())
        this.#write();
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const [first, ...rest] = this.#waiting;
      if (first === 'rotate') {
        this.#waiting = rest;
        await this.#attempt(() => this.#beginPart(), 0);
        continue;
      }
      const end = this.#waiting.indexOf('rotate');
      const batch = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
      const text = batch.map((each) => (each === 'rotate' ? '' : each.text)).join('');
      await this.#attempt(() => this.#append(text), batch.length);
      this.#waitingBytes = Math.max(0, this.#waitingBytes - Buffer.byteLength(text));
    }
  }

  async #append(text: string): Promise<void> {
    this.#destination ??= await openDestination(this.#options.file);
    await this.#destination.append(text);
  }

  async #attempt(act: () => Promise<void>, lines: number): Promise<void> {
    try {
      await act();
      this.#isFailing = false;
      this.#told = undefined;
    } catch (error) {
      const isNew = !this.#isFailing;
      this.#isFailing = true;
      this.#gap ??= this.#newGap();
      const { dropped, lost, since } = this.#told ?? this.#gap;
      const before = this.#told === undefined ? { dropped: 0, lost: 0 } : { dropped, lost };
      this.#told = undefined;
      this.#dropped += lines;
      this.#gap.dropped += before.dropped;
      this.#gap.lost += before.lost + lines + this.#discard();
      this.#gap.since = Math.min(this.#gap.since, since);
      if (isNew) this.#options.failed(error as NodeJS.ErrnoException);
    }
  }

  /** What waits behind lost lines would stand behind a hole that nobody has told of. */
  #discard(): number {
    const lines = this.#waiting.filter((each) => each !== 'rotate').length;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#dropped += lines;
    return lines;
  }

  async #beginPart(): Promise<void> {
    const { file, keep } = this.#options;
    await this.#destination?.close();
    this.#destination = undefined;
    try {
      await putAside(file, keep);
    } finally {
      this.#destination = await openDestination(file);
    }
  }
}

interface Gap {
  dropped: number;
  lost: number;
  since: number;
}
