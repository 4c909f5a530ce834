import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand, LinkEvent, Loss } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { Clock } from '../clock.ts';
import { isStdio, type ServerEntry } from '../config/server-entry.ts';
import type { Channel, ChannelFacts } from './channel.ts';
import type { ChannelEnds } from './channel-ends.ts';
import { AttemptFailure, failureOf, failureOfLoss } from './failure.ts';
import { declaredListing, shakeHands, type ClientIdentity } from './handshake.ts';
import { cleanText } from './clean-text.ts';
import { Keepalive } from './keepalive.ts';
import { listPages } from './list-pages.ts';
import type { OpenChannel } from './open-channel.ts';
import { waitForPredecessor } from './predecessor.ts';
import type { Session } from './session.ts';
import type { GatePlace, StartGate } from './start-gate.ts';
import { createWire, type Wire } from './wire.ts';

/** What a link needs of the world, and whom it tells. */
export interface LinkEdges {
  readonly entry: () => ServerEntry;
  readonly policy: () => Policy;
  readonly clock: Clock;
  readonly random: () => number;
  readonly openChannel: OpenChannel;
  readonly gate: StartGate;
  readonly ends: ChannelEnds;
  readonly identity: ClientIdentity;
  /** How long an attempt may hold its place at the gate (F2). */
  readonly startSlotMs: number;
  /** To the machine. */
  readonly report: (fact: LinkEvent) => void;
  /** The list of a new session, before `link.opened`; tells how many tools can be used (T2). */
  readonly listed: (session: LinkSession, tools: readonly unknown[]) => number;
  /** The server says that its tools have changed (T4). */
  readonly toolsChanged: (session: LinkSession) => void;
  readonly notice: (notice: string) => void;
}

/** A session with what its owner may know of it beside asking. */
export interface LinkSession extends Session {
  readonly hasTools: boolean;
}

/**
 * One attempt at one server, from the gate to the verified end (C2, C13, F2). It reports facts
 * and decides nothing; once stopped it reports no more and cleans up by itself.
 */
export class Link {
  readonly #input: LinkInput;
  readonly #edges: LinkEdges;
  #place: GatePlace | undefined;
  #slotTimer: unknown;
  #channel: Channel | undefined;
  #wire: Wire | undefined;
  #keepalive: Keepalive | undefined;
  #session: LinkSession | undefined;
  #proven = false;
  /** T4: the tools changed while they were being listed for the first time. */
  #listIsStale = false;
  #phase: 'attempting' | 'open' | 'lost' | 'closing' | 'stopped' = 'attempting';
  #lossKind: Loss['kind'] | undefined;

  constructor(input: LinkInput, edges: LinkEdges) {
    this.#input = input;
    this.#edges = edges;
  }

  start(): void {
    if (this.#edges.ends.isBusy(this.#input.server)) void this.#waitForPredecessor();
    else this.#passGate(false);
  }

  obey(command: LinkCommand): void {
    if (command.type === 'check') this.#check();
    else void this.#close(command.force === true);
  }

  /** F4: what has no timer under the old policy may have one under the new. */
  policyChanged(): void {
    this.#keepalive?.policyChanged();
  }

  facts(): ChannelFacts {
    return this.#channel?.facts() ?? {};
  }

  /** The machine has left every state that has a link. */
  stop(): void {
    if (this.#phase === 'closing' || this.#phase === 'stopped') return this.#silence();
    const linger = this.#lossKind === 'sessionExpired' || this.#lossKind === 'auth';
    this.#silence();
    void this.#retire(linger);
  }

  #silence(): void {
    this.#phase = 'stopped';
    this.#leaveGate();
    this.#keepalive?.stop();
  }

  /** C13: nobody is dialled while the last one's processes may still be alive. */
  async #waitForPredecessor(): Promise<void> {
    const { ends, policy, clock, report } = this.#edges;
    const { server } = this.#input;
    report({ type: 'link.queued' });
    const left = await waitForPredecessor({ server, ends, clock, policy: policy() });
    if (this.#phase !== 'attempting') return;
    if (left.length === 0) return this.#passGate(true);
    this.#fail(
      new AttemptFailure({
        kind: 'transient',
        code: 'LEFTOVER_PROCESS',
        message: `processes of the last attempt could not be ended: ${left.join(', ')}`,
      }),
    );
  }

  #passGate(queued: boolean): void {
    let waiting = queued;
    let entered = false;
    this.#place = this.#edges.gate.enter(this.#input.server, () => {
      entered = true;
      if (waiting) this.#edges.report({ type: 'link.granted' });
      this.#holdSlot();
      void this.#dial();
    });
    if (entered || waiting) return;
    waiting = true;
    this.#edges.report({ type: 'link.queued' });
  }

  #holdSlot(): void {
    const { clock, startSlotMs } = this.#edges;
    this.#slotTimer = clock.setTimeout(() => this.#place?.leave(), startSlotMs);
  }

  #leaveGate(): void {
    this.#edges.clock.clearTimeout(this.#slotTimer);
    this.#place?.leave();
  }

  async #dial(): Promise<void> {
    try {
      const channel = this.#openChannel();
      const wire = createWire(channel);
      this.#wire = wire;
      const { capabilities } = await shakeHands(wire, {
        identity: this.#edges.identity,
        toolsChanged: () => this.#noteChangedTools(),
      });
      const session = this.#createSession(channel, wire, capabilities.tools !== undefined);
      this.#session = session;
      const tools = session.hasTools ? await listPages(session, 'tools/list', 'tools') : [];
      if (this.#phase === 'attempting') this.#open(session, tools, declaredListing(capabilities));
    } catch (error) {
      this.#fail(error);
    }
  }

  #openChannel(): Channel {
    const { openChannel, entry, policy, clock, ends, notice } = this.#edges;
    const { server, openedBefore } = this.#input;
    const channel = openChannel({ server, entry: entry(), policy: policy(), clock, openedBefore });
    ends.hold(server, channel, isStdio(entry()));
    channel.observer = {
      onlost: (loss) => this.#lose(loss),
      onsuspect: () => {
        if (this.#phase === 'open') void this.#keepalive?.checkSuspect();
      },
      onnotice: (text) => notice(this.#clean(text)),
    };
    this.#channel = channel;
    return channel;
  }

  #createSession(channel: Channel, wire: Wire, hasTools: boolean): LinkSession {
    return {
      hasTools,
      request: (method, params, onProgress) => wire.request(method, params, onProgress),
      get received() {
        return channel.received;
      },
      prove: () => {
        if (this.#proven || this.#phase !== 'open') return;
        this.#proven = true;
        this.#edges.report({ type: 'link.proven' });
      },
      check: () => {
        if (this.#phase === 'open') void this.#keepalive?.check();
      },
    };
  }

  #open(session: LinkSession, tools: readonly unknown[], listing: string | undefined): void {
    const { clock, random, policy, listed, report } = this.#edges;
    this.#phase = 'open';
    this.#leaveGate();
    this.#keepalive = new Keepalive({
      wire: this.#wire as Wire,
      clock,
      random,
      policy,
      listing,
      received: () => session.received,
      isProven: () => this.#proven,
      alive: () => session.prove(),
      dead: (message) => this.#lose({ kind: 'lost', code: 'KEEPALIVE_FAILED', message }),
    });
    this.#keepalive.start();
    report({ type: 'link.opened', tools: listed(session, tools) });
    if (this.#listIsStale) this.#noteChangedTools();
  }

  #noteChangedTools(): void {
    if (this.#phase === 'attempting') this.#listIsStale = true;
    else if (this.#phase === 'open' && this.#session) this.#edges.toolsChanged(this.#session);
  }

  #fail(error: unknown): void {
    if (this.#phase !== 'attempting') return;
    this.#phase = 'lost';
    this.#leaveGate();
    const failure = failureOf(error, this.#input.openedBefore);
    this.#edges.report({
      type: 'link.failed',
      failure: { ...failure, message: this.#clean(failure.message) },
    });
  }

  #lose(told: Loss): void {
    const loss = { ...told, message: this.#clean(told.message) };
    if (this.#phase === 'attempting') return this.#fail(new AttemptFailure(failureOfLoss(loss)));
    if (this.#phase !== 'open') return;
    this.#phase = 'lost';
    this.#lossKind = loss.kind;
    this.#keepalive?.stop();
    this.#edges.report({ type: 'link.lost', loss });
    // K8: nobody waits for a dead link, but a forgotten session's other answers may still come.
    if (loss.kind === 'lost')
      this.#wire?.settleAll({ kind: 'cut', code: loss.code, message: loss.message });
  }

  /** L9, E5: from here on the text goes into errors, events and histories. */
  #clean(text: string): string {
    return cleanText(text, this.#edges.entry());
  }

  /** C9: HTTP has no sign of life of its own, so one answer there decides (L6 b). */
  #check(): void {
    if (this.#phase !== 'open') return;
    if (isStdio(this.#edges.entry())) void this.#keepalive?.check();
    else void this.#keepalive?.checkSuspect();
  }

  /** S2: the one end that is reported. */
  async #close(force: boolean): Promise<void> {
    const { ends, report } = this.#edges;
    const { server } = this.#input;
    this.#silence();
    this.#phase = 'closing';
    this.#settleCalls();
    const end = this.#channel && (await ends.end(server, this.#channel, { force }));
    if (this.#phase === 'closing')
      report({ type: 'link.closed', killed: end?.killed ?? 0, left: end?.left.length ?? 0 });
  }

  async #retire(linger: boolean): Promise<void> {
    const channel = this.#channel;
    if (channel === undefined) return;
    const { ends } = this.#edges;
    const { server } = this.#input;
    ends.leave(server, channel);
    if (linger) await this.#lateVerdicts(channel);
    this.#settleCalls();
    await ends.end(server, channel);
  }

  /** K8: what still runs when its link is ended has an outcome that nobody will learn. */
  #settleCalls(): void {
    this.#wire?.settleAll({ kind: 'cut', code: 'LINK_CLOSED', message: 'the link was closed' });
  }

  /** K8: each exchange of the old session may still bring its own verdict for a while. */
  #lateVerdicts(channel: Channel): Promise<void> {
    const { clock, policy } = this.#edges;
    return new Promise((resolve) => {
      const timer = clock.setTimeout(resolve, policy().lateVerdictMs);
      void channel.quiet().then(() => {
        clock.clearTimeout(timer);
        resolve();
      });
    });
  }
}
