import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { createSupervisor } from '../src/index.ts';
import type { Channel, ChannelObserver } from '../src/link/channel.ts';
import { createStepClock, type StepClock } from '../src/testing/step-clock.ts';
import type { Figure } from './figure.ts';

const HOUR_MS = 3_600_000;
const MOST_STARTS = 30;
/** The longest delays, the middle and the shortest that jitter allows. */
const CHANCES = [0, 0.5, 0.999];

/** C6a: a server that comes up only to exit is soon left alone, and its neighbour never feels it. */
export const startStorm: Figure = {
  name: 'start-storm',
  async measure() {
    const starts: number[] = [];
    let undisturbed = true;
    for (const chance of CHANCES) {
      const alone = await runForAnHour(['neighbour'], chance);
      const beside = await runForAnHour(['neighbour', 'flapper'], chance);
      starts.push(beside.starts('flapper'));
      undisturbed &&= alone.history('neighbour') === beside.history('neighbour');
    }
    const most = Math.max(...starts);
    const timing = undisturbed ? 'unchanged' : 'CHANGED';
    return [
      {
        figure: 'server that exits after its handshake, 1 h: starts, and the neighbour’s timing',
        measured: `${most} starts at most (${starts.join(', ')}), ${timing}`,
        mustReach: `≤ ${MOST_STARTS}, unchanged`,
        met: most <= MOST_STARTS && undisturbed,
      },
    ];
  },
};

interface Hour {
  starts(server: string): number;
  /** Everything that the server was sent, with the moment. */
  history(server: string): string;
}

async function runForAnHour(names: readonly string[], chance: number): Promise<Hour> {
  const clock = createStepClock();
  const seen: { readonly server: string; readonly what: string; readonly at: number }[] = [];
  const supervisor = createSupervisor({
    servers: Object.fromEntries(names.map((name) => [name, { command: name }])),
    clock,
    random: () => chance,
    link: ({ server }) =>
      new ScriptedPeer(clock, server === 'flapper', (what) =>
        seen.push({ server, what, at: clock.now() }),
      ),
  });
  const started = supervisor.start();
  await clock.advanceSettled(HOUR_MS);
  await started;
  const stopped = supervisor.stop();
  await clock.advanceSettled(HOUR_MS);
  await stopped;
  const of = (name: string) => seen.filter(({ server }) => server === name);
  return {
    starts: (name) => of(name).filter(({ what }) => what === 'start').length,
    history: (name) => JSON.stringify(of(name)),
  };
}

/** Stands for the process: answers what it is asked, and exits after its listing if told to. */
class ScriptedPeer implements Channel {
  onmessage: Channel['onmessage'];
  onclose: Channel['onclose'];
  onerror: Channel['onerror'];
  observer: ChannelObserver = {
    onlost: () => undefined,
    onsuspect: () => undefined,
    onnotice: () => undefined,
  };
  received = 0;
  readonly #clock: StepClock;
  readonly #exits: boolean;
  readonly #note: (what: string) => void;

  constructor(clock: StepClock, exits: boolean, note: (what: string) => void) {
    this.#clock = clock;
    this.#exits = exits;
    this.#note = note;
  }

  async start(): Promise<void> {
    this.#note('start');
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) return;
    this.#note(message.method);
    if (!('id' in message)) return;
    this.received += 1;
    this.onmessage?.({ jsonrpc: '2.0', id: message.id, result: resultOf(message.method) });
    if (this.#exits && message.method === 'tools/list')
      this.#clock.setTimeout(() => this.#exit(), 1);
  }

  abandon(): boolean {
    return false;
  }

  quiet(): Promise<void> {
    return Promise.resolve();
  }

  async end() {
    this.onclose?.();
    return { killed: 0, left: [] };
  }

  async close(): Promise<void> {
    await this.end();
  }

  facts() {
    return {};
  }

  #exit(): void {
    this.observer.onlost({ kind: 'lost', code: 'PROCESS_EXITED', message: 'exited with code 4' });
    this.onclose?.();
  }
}

function resultOf(method: string): Record<string, unknown> {
  if (method === 'tools/list')
    return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
  if (method !== 'initialize') return {};
  return {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'scripted', version: '1.0.0' },
  };
}
