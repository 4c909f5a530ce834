import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, processesWith, until } from '../link/processes.ts';
import type { AtEnd, Handshakes, Peer } from './peer.ts';

interface DiaryEntry {
  readonly what: 'start' | 'exit' | 'handshake' | 'ping' | 'listing' | 'call' | 'cancel';
  readonly pid: number;
  readonly at: number;
}

const serverScript = new URL('../fixtures/stdio/diary.mjs', import.meta.url).href;

/** A server as a child process; down means that its program is not there any more. */
export class StdioPeer implements Peer {
  readonly folder = mkdtempSync(join(tmpdir(), 'holdfast-peer-'));
  readonly entry;
  readonly hangingCall;
  #tools = ['echo', 'pid', 'slow', 'write-effect'];
  #orders: Record<string, string> = {};

  constructor() {
    this.entry = { command: process.execPath, args: [this.#program, this.folder] };
    this.hangingCall = {
      tool: 'write-effect',
      args: { file: join(this.folder, 'effects'), then: 'hang' },
    };
    this.#writeOrders();
    this.#writeProgram();
  }

  get tools() {
    return this.#tools;
  }

  get diary(): readonly DiaryEntry[] {
    const file = join(this.folder, 'diary.jsonl');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as DiaryEntry);
  }

  get pid(): number {
    return this.#noted('start').at(-1)?.pid ?? 0;
  }

  get handshakes() {
    return this.#noted('handshake').map(({ at }) => at);
  }

  get calls() {
    return this.#noted('call').length;
  }

  get pings() {
    return this.#noted('ping').length;
  }

  get listings() {
    return this.#noted('listing').length;
  }

  offer(tool: string): void {
    this.#tools = ['echo', tool];
    this.#writeOrders();
  }

  greet(handshakes: Handshakes): void {
    this.order({ handshake: handshakes === 'fail' ? 'exit' : handshakes });
  }

  /** Changes what its next life does; see the fixture. */
  order(orders: Record<string, string>): void {
    this.#orders = { ...this.#orders, ...orders };
    this.#writeOrders();
  }

  async goDown(): Promise<void> {
    rmSync(this.#program);
    await this.drop();
  }

  async comeBack(): Promise<void> {
    this.#writeProgram();
  }

  async drop(): Promise<void> {
    const { pid } = this;
    if (pid === 0 || !isAlive(pid)) return;
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid), 'the killed server is gone');
  }

  leftovers(): number {
    return processesWith(this.folder).length;
  }

  get #program(): string {
    return join(this.folder, 'server.mjs');
  }

  #noted(what: DiaryEntry['what']): DiaryEntry[] {
    return this.diary.filter((entry) => entry.what === what);
  }

  #writeOrders(): void {
    const orders = { ...this.#orders, tools: this.#tools };
    writeFileSync(join(this.folder, 'orders.json'), JSON.stringify(orders));
  }

  #writeProgram(): void {
    writeFileSync(this.#program, `import ${JSON.stringify(serverScript)};\n`);
  }
}

export async function startStdioPeer(atEnd: AtEnd): Promise<StdioPeer> {
  const peer = new StdioPeer();
  atEnd(async () => rmSync(peer.folder, { recursive: true }));
  return peer;
}
