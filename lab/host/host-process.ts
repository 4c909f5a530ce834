import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FleetStatus, ServerStatus, SupervisorEvent } from '../../src/index.ts';
import { mustHold, until, within } from '../stage/broken.ts';
import type { CallEnd } from '../stage/call-end.ts';
import { childrenOf, processesWith } from '../../test/link/processes.ts';
import { MARK } from '../stage/processes.ts';
import { scaledPolicy } from '../stage/scaled-policy.ts';
import { hostProgram } from './built.ts';
import type { HostOptions, Order } from './orders.ts';

const START_MS = 40_000;
const ANSWER_MS = 70_000;

/** A host in a process of its own. */
export class HostProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #isUp: Promise<unknown>;
  #orders = 0;
  #isOver = false;

  /** @param mark the folder of the scenario, which every process of it bears in its environment */
  constructor(mark: string, options: HostOptions) {
    const given = { ...options, policy: { ...scaledPolicy, ...options.policy } };
    this.child = spawn(process.execPath, [hostProgram, JSON.stringify(given)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, [MARK]: mark },
    });
    this.exited = once(this.child, 'exit').then((exit) => {
      this.#isOver = true;
      return exit as unknown;
    });
    // Orders to a host that was killed have nobody to read them.
    this.child.stdin?.on('error', () => undefined);
    this.#isUp = new Promise((up) => this.#answers.set(0, up));
    if (this.child.stdout)
      createInterface(this.child.stdout).on('line', (line) => this.#take(line));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its servers are ready or parked. */
  async up(): Promise<void> {
    await within(START_MS, 'the host is up', this.#isUp);
  }

  ask<Result>(order: Order): Promise<Result> {
    this.#orders += 1;
    const id = this.#orders;
    const answer = new Promise<unknown>((resolve) => this.#answers.set(id, resolve));
    this.child.stdin?.write(`${JSON.stringify({ ...order, id })}\n`);
    return within(ANSWER_MS, `the host answers "${order.do}"`, answer) as Promise<Result>;
  }

  call(server: string, tool: string, args: object, options = {}): Promise<CallEnd> {
    return this.ask({ do: 'call', server, tool, args: { ...args }, options });
  }

  async status(server: string): Promise<ServerStatus> {
    const { servers } = await this.ask<FleetStatus>({ do: 'status' });
    const found = servers.find((each) => each.server === server);
    if (found === undefined) throw new Error(`there is no ${server}`);
    return found;
  }

  story(): Promise<SupervisorEvent[]> {
    return this.ask({ do: 'story' });
  }

  /** A call is answered, within a time in which everything may still be on its way back. */
  async recovers(server: string, boundMs = 25_000): Promise<void> {
    const options = { waitForReadyMs: boundMs };
    const end = await this.call(server, 'echo', { text: 'still here' }, options);
    mustHold(end.code === 'ok' && end.text === 'still here', 'a call is answered again', end);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Its guard, which is a child of its own (L5). */
  async guard(): Promise<number> {
    const guards = () => {
      const children = childrenOf(this.pid);
      return processesWith('guard-process.mjs').filter((pid) => children.includes(pid));
    };
    await until(() => guards().length > 0, 'a guard runs');
    return guards()[0] ?? 0;
  }

  async leaves(boundMs: number): Promise<unknown> {
    return within(boundMs, 'the host has left', this.exited);
  }

  /** Whatever became of the scenario. */
  async dispose(): Promise<void> {
    if (this.#isOver) return;
    this.child.kill('SIGCONT');
    this.child.kill('SIGKILL');
    await this.exited;
  }

  #take(line: string): void {
    const { id, result } = JSON.parse(line) as { readonly id: number; readonly result: unknown };
    this.#answers.get(id)?.(result);
    this.#answers.delete(id);
  }
}
