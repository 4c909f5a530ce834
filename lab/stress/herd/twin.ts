import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { scheduledEntry } from '../scheduled-entry.ts';

/** The same programs, started by nobody: what they cost the machine, without a supervisor. */
export class Twins {
  readonly #entry: ReturnType<typeof scheduledEntry>;
  readonly #running = new Set<ChildProcess>();

  constructor(entry: ReturnType<typeof scheduledEntry>) {
    this.#entry = entry;
  }

  /** Says to it what a client says up to its listing. */
  start(): void {
    const { command, args, env } = this.#entry;
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
      // L4: ours have a session of their own, which is how Linux shares out a busy machine.
      detached: true,
    });
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    // One that leaves early does not read to the end.
    child.stdin.on('error', () => undefined);
    for (const message of greeting) child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  async end(): Promise<void> {
    const ends = [...this.#running].map((child) => once(child, 'exit'));
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all(ends);
  }
}

const greeting = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'twin', version: '1.0.0' },
    },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} },
];
