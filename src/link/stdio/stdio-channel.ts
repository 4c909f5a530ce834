import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { systemClock, type Clock } from '../../clock.ts';
import {
  ConnectError,
  ExchangeError,
  silentObserver,
  type Channel,
  type ChannelEnd,
  type ChannelFacts,
} from '../channel.ts';
import { lastLines } from '../plain-text.ts';
import { createFlag, waitForAny } from './flag.ts';
import type { Guard } from './guard.ts';
import { MessageReader } from './pipes/message-reader.ts';
import { MessageWriter } from './pipes/message-writer.ts';
import { Stderr } from './pipes/stderr.ts';
import { ServerProcess } from './server-process.ts';
import { checkCommand } from './start/check-command.ts';
import { createMark, serverEnvironment, variableOf } from './start/environment.ts';
import { spawnServer } from './start/spawn.ts';
import type { StopPolicy } from './stop/stop-ladder.ts';
import type { Death } from './watch-death.ts';

export interface StdioChannelOptions {
  /** Program to run: a path (relative to `cwd`), or a name looked up in the server's PATH. */
  readonly command: string;
  readonly args?: readonly string[] | undefined;
  /** Working directory of the server; the host's own by default. */
  readonly cwd?: string | undefined;
  /** Added to the short list of variables that every server gets (L9). Never shown. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** File that the server's stderr is appended to. */
  readonly stderrFile?: string | undefined;
  /** How long the server has to leave by itself, and after SIGTERM (L4). */
  readonly policy: StopPolicy;
  readonly clock?: Clock | undefined;
  /** One for all channels of an owner, who closes it (L5). */
  readonly guard: Guard;
}

/** A server in a child process, spoken to over its stdin and stdout. */
export function createStdioChannel(options: StdioChannelOptions): Channel {
  return new StdioChannel(options);
}

class StdioChannel implements Channel {
  onmessage?: Channel['onmessage'];
  onerror?: Channel['onerror'];
  onclose?: Channel['onclose'];
  onfault?: Channel['onfault'];
  observer = silentObserver;

  readonly #options: StdioChannelOptions;
  readonly #clock: Clock;
  readonly #forced = createFlag();
  readonly #closed = createFlag();
  readonly #reader: MessageReader;
  readonly #stderr: Stderr;
  #writer: MessageWriter | undefined;
  #process: ServerProcess | undefined;
  #started = false;
  #ending: Promise<ChannelEnd> | undefined;
  #survived = false;

  constructor(options: StdioChannelOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const onNotice = (notice: string) => this.observer.onnotice(notice);
    this.#reader = new MessageReader({
      onMessage: (message) => this.#deliver(message),
      onOversized: (id) => this.onfault?.(id, oversized()),
      onNotice,
    });
    this.#stderr = new Stderr({
      file: options.stderrFile,
      secrets: Object.values(options.env ?? {}),
      clock: this.#clock,
      onNotice,
    });
  }

  get received(): number {
    return this.#reader.received;
  }

  async start(): Promise<void> {
    if (this.#started) throw new ConnectError('transient', 'CLOSED', 'a channel starts only once');
    this.#started = true;
    const { command, args = [], cwd, env } = this.#options;
    const mark = createMark();
    const environment = serverEnvironment(env, mark);
    await checkCommand(command, cwd, variableOf(environment, 'PATH', process.platform));
    // Asked to end while looking for the command: nothing may be spawned any more (S1).
    if (this.#ending) throw new ConnectError('transient', 'CLOSED', 'ended before it started');
    const { child, started } = spawnServer({ command, args, cwd, env: environment });
    if (child.pid === undefined) return started;
    this.#attach(child, mark, child.pid);
    await started;
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#writer === undefined) {
      const fault = { kind: 'notSent', code: 'NOT_STARTED' } as const;
      return Promise.reject(new ExchangeError(fault, 'the channel has not been started'));
    }
    const sent = this.#writer.send(message);
    return this.received > 0 ? sent : sent.catch((error: unknown) => this.#afterDeath(error));
  }

  /** L2: how a server died that never spoke says more than that its pipe broke. */
  async #afterDeath(error: unknown): Promise<never> {
    await waitForAny([this.#closed], DEATH_TOLD_MS, this.#clock);
    throw error;
  }

  /** What the server has not begun to read, it need not run (K9). */
  abandon(id: RequestId): boolean {
    return this.#writer?.withdraw(id) ?? true;
  }

  quiet(): Promise<void> {
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.end();
  }

  end({ force = false }: { readonly force?: boolean } = {}): Promise<ChannelEnd> {
    if (force) this.#forced.raise();
    // C13: whoever survived the last end may be gone meanwhile, so that has to be looked at again.
    if (this.#survived) this.#ending = undefined;
    return (this.#ending ??= this.#end());
  }

  facts(): ChannelFacts {
    const stderrTail = this.#stderr.tail();
    return {
      ...(this.#process ? { pid: this.#process.pid } : {}),
      ...(stderrTail ? { stderrTail } : {}),
      noise: this.#reader.noise,
    };
  }

  #attach(child: ChildProcessWithoutNullStreams, mark: string, pid: number): void {
    const writer = new MessageWriter(child.stdin);
    this.#writer = writer;
    this.#process = new ServerProcess(child, {
      pid,
      mark,
      clock: this.#clock,
      guard: this.#options.guard,
      onStdout: (chunk) => this.#reader.push(chunk),
      onStderr: (chunk) => this.#stderr.push(chunk),
      onStdinLost: (code) => writer.fail(code),
      onDeath: (death) => this.#die(death),
    });
  }

  /** L2: first the owner learns of the loss, then the protocol layer settles what was in flight. */
  #die({ code, reason }: Death): void {
    if (this.#closed.raised) return;
    if (!this.#ending) {
      const said = lastLines(this.#stderr.tail(), 5, LAST_WORDS).replaceAll('\n', ' | ');
      const message = said ? `${reason}; the last it wrote to stderr: ${said}` : reason;
      this.observer.onlost({ kind: 'lost', code, message });
    }
    this.#close(code);
  }

  #close(code: string): void {
    if (this.#closed.raised) return;
    this.#closed.raise();
    this.#writer?.fail(code);
    this.onclose?.();
  }

  async #end(): Promise<ChannelEnd> {
    this.#survived = false;
    // The ladder begins by closing stdin, so from here on nothing can be sent.
    this.#writer?.fail('CLOSED');
    const end = (await this.#process?.stop(this.#options.policy, this.#forced)) ?? NOTHING_LEFT;
    // An asked-for end closes with the child's last words (L2), or at the latest here.
    this.#close('CLOSED');
    await this.#stderr.close();
    this.#survived = end.left.length > 0;
    return end;
  }

  #deliver(message: JSONRPCMessage): void {
    if (this.#closed.raised) return;
    try {
      this.onmessage?.(message);
    } catch (error) {
      // E5: one message that cannot be handled must not end the reading of the next.
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

function oversized(): ExchangeError {
  const fault = { kind: 'oversized', code: 'LINE_TOO_LONG' } as const;
  return new ExchangeError(fault, 'the answer is longer than the 16 MiB that a line may have');
}

/** Few enough that no error about a call cuts off their end, which says what was wrong (L2). */
const LAST_WORDS = 230;
/** Longer than a death takes to be told, its exit and its last words included (L2). */
const DEATH_TOLD_MS = 500;
const NOTHING_LEFT: ChannelEnd = { killed: 0, left: [] };
