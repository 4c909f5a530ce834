import { join } from 'node:path';
import type {
  CallOptions,
  GivenServerEntry,
  ServerStatus,
  Supervisor,
  SupervisorEvent,
  SupervisorEvents,
  SupervisorOptions,
} from '../../src/index.ts';
import { createRecordedSupervisor, type Recording } from '../../src/record/recorder.ts';
import { mustHold, until, within } from './broken.ts';
import { endOf, type CallEnd } from './call-end.ts';
import { CallLedger } from './call-ledger.ts';
import { startPeer, type Peer, type PeerOptions } from './peer.ts';
import { scaledPolicy } from './scaled-policy.ts';
import type { Transport } from './transport.ts';

/** The one server of a scenario. */
export const NAME = 'server';

const START_MS = 30_000;
const STOP_MS = 20_000;

/** What a scenario works with: a supervisor of its own, recorded, and what it must tell. */
export class Lab {
  readonly transport: Transport;
  /** For whatever the scenario writes; gone with it. */
  readonly folder: string;
  readonly story: SupervisorEvent[] = [];
  readonly ledger = new CallLedger();
  readonly #ends: (() => Promise<void> | void)[] = [];
  #peer: Peer | undefined;
  #fleet: Supervisor | undefined;
  #recording: Recording | undefined;

  constructor(transport: Transport, folder: string) {
    this.transport = transport;
    this.folder = folder;
  }

  /** Starts an honest server over the scenario's transport; faults are made on its way. */
  async serve(options: PeerOptions = {}): Promise<Peer> {
    this.#peer = await startPeer(this.transport, this.folder, options);
    const peer = this.#peer;
    this.atEnd(() => peer.close());
    return peer;
  }

  /** Makes the supervisor and starts it; resolves when the server is ready or parked (F5). */
  async supervise(
    entry: GivenServerEntry,
    policy: SupervisorOptions['policy'] = {},
    others: Omit<SupervisorOptions, 'servers' | 'policy'> = {},
  ): Promise<void> {
    const { supervisor, recording } = await createRecordedSupervisor(
      { servers: { [NAME]: entry }, policy: { ...scaledPolicy, ...policy }, ...others },
      { file: this.recordFile },
    );
    this.#fleet = supervisor;
    this.#recording = recording;
    supervisor.on('*', (event) => void this.story.push(event));
    await within(START_MS, 'start() resolves', supervisor.start());
  }

  get recordFile(): string {
    return join(this.folder, 'record.jsonl');
  }

  get supervisor(): Supervisor {
    if (this.#fleet === undefined) throw new Error('nothing is supervised yet');
    return this.#fleet;
  }

  get status(): ServerStatus {
    return this.supervisor.status(NAME);
  }

  get peer(): Peer {
    if (this.#peer === undefined) throw new Error('nothing is served yet');
    return this.#peer;
  }

  get isSupervising(): boolean {
    return this.#fleet !== undefined;
  }

  get isServing(): boolean {
    return this.#peer !== undefined;
  }

  told<Name extends SupervisorEvent['type']>(name: Name): SupervisorEvents[Name][] {
    return this.story.filter(({ type }) => type === name) as SupervisorEvents[Name][];
  }

  async call(
    tool: string,
    args: Record<string, unknown> = {},
    options: CallOptions = {},
  ): Promise<CallEnd> {
    this.ledger.begin();
    const end = await endOf(this.supervisor.callTool(NAME, tool, args, options));
    this.ledger.settle(end, tool === this.#peer?.effect.tool);
    return end;
  }

  /** A call that leaves a mark which the server counts, and must never be made twice (K7). */
  effect(options: CallOptions = {}): Promise<CallEnd> {
    return this.call(this.peer.effect.tool, this.peer.effect.args, options);
  }

  /** A call of a tool that only reads, so that it may be sent once more (K7). */
  read(options: CallOptions = {}): Promise<CallEnd> {
    return this.call(this.peer.read.tool, this.peer.read.args, options);
  }

  reaches(state: ServerStatus['state'], boundMs?: number): Promise<void> {
    const seen = () => `it is ${state}; it is ${JSON.stringify(this.status)}`;
    return until(() => this.status.state === state, seen, boundMs);
  }

  /** After the fault: the server comes back by itself, and calls are answered. */
  async recovers(boundMs = 20_000): Promise<void> {
    await this.reaches('ready', boundMs);
    // A session may be dead and nobody know it yet: then the next call is the one that finds out.
    for (let tries = 1; ; tries += 1) {
      const end = await this.call('echo', { text: 'still here' }, { waitForReadyMs: boundMs });
      if (end.code === 'ok' && end.text === 'still here') break;
      mustHold(end.code === 'OUTCOME_UNKNOWN' && tries < 3, 'a call is answered again', end);
    }
    await this.reaches('ready', boundMs);
  }

  atEnd(end: () => Promise<void> | void): void {
    this.#ends.push(end);
  }

  /** Ends the supervisor in the way of a host. */
  async stop(): Promise<void> {
    const supervisor = this.#fleet;
    if (supervisor === undefined) return;
    const report = await within(STOP_MS, 'stop() resolves', supervisor.stop());
    mustHold(report.left === 0, 'L4 nothing is left that could not be ended', report);
    await this.#recording?.end();
  }

  /** Whatever became of the scenario: nothing of it stays. */
  async dispose(): Promise<void> {
    if (this.#fleet) await Promise.all([this.#fleet.stop(), this.#fleet.stop()]);
    await this.#recording?.end();
    for (const end of this.#ends.reverse()) await end();
  }
}
