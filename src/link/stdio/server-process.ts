import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock.ts';
import type { ChannelEnd } from '../channel.ts';
import { waitForAny, type Flag } from './flag.ts';
import type { Guard } from './guard.ts';
import { startTimeOf } from './stop/process-table.ts';
import { ProcessTree } from './stop/process-tree.ts';
import { climbStopLadder, type StopPolicy } from './stop/stop-ladder.ts';
import { stopWithTaskkill } from './stop/taskkill.ts';
import { DRAIN_MS, watchDeath, type Death, type DeathWatch } from './watch-death.ts';

export interface ServerProcessOptions {
  readonly pid: number;
  readonly mark: string;
  readonly clock: Clock;
  readonly guard: Guard;
  onStdout(chunk: Buffer): void;
  onStderr(chunk: Buffer): void;
  /** Nothing can be written any more. */
  onStdinLost(code: string): void;
  onDeath(death: Death): void;
}

/** A read that brings as much as one can had more waiting behind it. */
const FULL_READ_BYTES = 64 * 1024;
const NEWLINE = 10;

/** One running child: its pipes, its death, and its verified end. */
export class ServerProcess {
  readonly pid: number;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #options: ServerProcessOptions;
  readonly #tree: ProcessTree;
  readonly #watch: DeathWatch;

  constructor(child: ChildProcessWithoutNullStreams, options: ServerProcessOptions) {
    const { pid, mark, guard, clock } = options;
    this.pid = pid;
    this.#child = child;
    this.#options = options;
    const startTime = startTimeOf(pid) ?? '';
    this.#tree = new ProcessTree({ pid, startTime }, mark);
    guard.add({ pid, startTime, mark });
    this.#watch = watchDeath(child, clock, (death) => this.#died(death));
    this.#readPipes();
  }

  /** The stop ladder up to its verified end (L4). */
  async stop(policy: StopPolicy, forced: Flag): Promise<ChannelEnd> {
    const { clock, guard } = this.#options;
    const target = {
      tree: this.#tree,
      exited: this.#watch.exited,
      forced,
      closeStdin: () => void this.#child.stdin.end(),
    };
    const end =
      process.platform === 'win32'
        ? await stopWithTaskkill(this.pid, target, policy, clock)
        : await climbStopLadder(target, policy, clock);
    // The last words of an asked-for end count as much as those of a death (L2).
    await waitForAny([this.#watch.told], DRAIN_MS, clock);
    this.#releasePipes();
    // What could not be killed stays the guard's to try again when the host ends (L5).
    if (end.left.length === 0) guard.remove(this.pid);
    return end;
  }

  #readPipes(): void {
    const { stdin, stdout, stderr } = this.#child;
    stdout.on('data', (chunk: Buffer) => {
      this.#options.onStdout(chunk);
      if (chunk.length >= FULL_READ_BYTES && chunk.includes(NEWLINE)) letOthersGo(stdout);
    });
    // L3: always drained, or a talkative server would block.
    stderr.on('data', (chunk: Buffer) => this.#options.onStderr(chunk));
    stdin.on('error', (error: NodeJS.ErrnoException) => {
      this.#options.onStdinLost(error.code ?? 'EPIPE');
      this.#watch.stdinBroke();
    });
    // A read error ends the stream, which is what the watch looks at.
    stdout.on('error', () => {});
    stderr.on('error', () => {});
    this.#child.once('exit', () => this.#options.onStdinLost('PROCESS_EXITED'));
  }

  #died(death: Death): void {
    if (this.#watch.exited.raised) this.#releasePipes();
    this.#options.onDeath(death);
  }

  /** Our ends of the pipes; a helper of the server may hold the others for as long as it likes. */
  #releasePipes(): void {
    const { stdin, stdout, stderr } = this.#child;
    for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
  }
}

/**
 * E5, F1: or one turn would read dozens of full pipes of one server, and the others would wait. A
 * piece of one long message costs next to nothing, so that is read on.
 */
function letOthersGo(stdout: Readable): void {
  stdout.pause();
  setImmediate(() => stdout.resume());
}
