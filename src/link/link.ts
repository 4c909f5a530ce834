import type { ServerCapabilities } from '@modelcontextprotocol/sdk/types.js';
import type { LinkInput } from '../../machines/context.ts';
import type { LinkCommand, Loss } from '../../machines/events.ts';
import { isStdio } from '../config/server-entry.ts';
import type { Channel, ChannelFacts } from './channel.ts';
import { AttemptFailure, failureOf, failureOfLoss } from './failure.ts';
import { declaredListing, shakeHands } from './handshake.ts';
import { cleanText } from './clean-text.ts';
import { GateTurn } from './gate-turn.ts';
import { HostSide } from './host/host-side.ts';
import { Keepalive } from './keepalive.ts';
import type { LinkEdges } from './link-edges.ts';
import { endLink, retireLink, settleCalls, type Remains } from './link-end.ts';
import { createLinkSession, type LinkSession } from './link-session.ts';
import { listKinds, type ListKind } from './list-kinds.ts';
import { setLogLevel } from './log-level.ts';
import { waitForPredecessor } from './predecessor.ts';
import { readLists, type Lists } from './read-lists.ts';
import { createWire, type Wire } from './wire.ts';

/**
 * One attempt at one server, from the gate to the verified end (C2, C13, F2). It reports facts
 * and decides nothing; once stopped it reports no more and cleans up by itself.
 */
export class Link {
  readonly #input: LinkInput;
  readonly #edges: LinkEdges;
  readonly #turn: GateTurn;
  #channel: Channel | undefined;
  #wire: Wire | undefined;
  #keepalive: Keepalive | undefined;
  #session: LinkSession | undefined;
  #hostSide: HostSide | undefined;
  #proven = false;
  /** T4: these changed while they were being listed for the first time. */
  readonly #staleLists = new Set<ListKind>();
  #phase: 'attempting' | 'open' | 'lost' | 'closing' | 'stopped' = 'attempting';
  #loss: Loss | undefined;

  constructor(input: LinkInput, edges: LinkEdges) {
    this.#input = input;
    this.#edges = edges;
    this.#turn = new GateTurn({ ...edges, server: input.server });
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

  /** T7: the host works elsewhere now. */
  rootsChanged(): void {
    this.#hostSide?.rootsChanged();
  }

  facts(): ChannelFacts {
    return this.#channel?.facts() ?? {};
  }

  /** The machine has left every state that has a link. */
  stop(): void {
    const isEnding = this.#phase === 'closing' || this.#phase === 'stopped';
    this.#silence();
    // Not awaited: its successor waits for what it leaves behind (C13).
    if (!isEnding) void retireLink(this.#remains(), this.#edges);
  }

  #silence(): void {
    this.#phase = 'stopped';
    this.#turn.leave();
    this.#keepalive?.stop();
    this.#hostSide?.end();
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

  #passGate(wasQueued: boolean): void {
    const { report } = this.#edges;
    let isQueued = wasQueued;
    this.#turn.enter(
      () => {
        if (isQueued) report({ type: 'link.granted' });
        void this.#dial();
      },
      () => {
        if (!isQueued) report({ type: 'link.queued' });
        isQueued = true;
      },
    );
  }

  async #dial(): Promise<void> {
    try {
      const channel = await this.#openChannel();
      if (channel === undefined) return;
      const wire = createWire(channel, (text) => this.#clean(text));
      this.#wire = wire;
      const hostSide = this.#createHostSide();
      const { capabilities } = await shakeHands(wire, {
        client: this.#edges.client,
        hostSide,
        listChanged: (kind) => this.#noteChangedList(kind),
        resourceUpdated: (uri) => {
          if (this.#phase === 'attempting' || this.#phase === 'open')
            this.#edges.resourceUpdated(uri);
        },
      });
      const session = this.#createSession({ channel, wire, hostSide, capabilities });
      this.#session = session;
      const lists = await this.#greet(session, capabilities);
      if (this.#phase === 'attempting') this.#open(session, lists, declaredListing(capabilities));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #openChannel(): Promise<Channel | undefined> {
    const { openChannel, policy, clock, ends, notice } = this.#edges;
    const { server, openedBefore } = this.#input;
    const entry = this.#edges.entry();
    const channel = await openChannel({ server, entry, policy: policy(), clock, openedBefore });
    // S1: what was stopped meanwhile has nothing to end, and must not begin.
    if (this.#phase !== 'attempting') return undefined;
    ends.hold(server, channel, isStdio(entry));
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

  #createHostSide(): HostSide {
    const { client, clock } = this.#edges;
    const notice = (text: string) => this.#note(text);
    return (this.#hostSide = new HostSide({ ...this.#input, client, clock, notice }));
  }

  #createSession(parts: Omit<Parameters<typeof createLinkSession>[0], 'prove' | 'check'>) {
    return createLinkSession({
      ...parts,
      prove: () => {
        if (this.#proven || this.#phase !== 'open') return;
        this.#proven = true;
        this.#edges.report({ type: 'link.proven' });
      },
      check: () => {
        if (this.#phase === 'open') void this.#keepalive?.check();
      },
    });
  }

  /** T2, T6, T7: everything that a session has and knows by the time it counts as one. */
  async #greet(session: LinkSession, capabilities: ServerCapabilities): Promise<Lists> {
    const { client, clock, renew } = this.#edges;
    const { logLevel } = client.options;
    if (logLevel !== undefined && capabilities.logging !== undefined)
      setLogLevel(session, logLevel, (why) => this.#note(`the log level was refused: ${why}`));
    const [lists] = await Promise.all([
      readLists(session, capabilities, { clock, notice: (text) => this.#note(text) }),
      renew(session),
    ]);
    return lists;
  }

  /** What an attempt that has ended still says is of no interest. */
  #note(text: string): void {
    if (this.#phase === 'attempting' || this.#phase === 'open')
      this.#edges.notice(this.#clean(text));
  }

  #open(session: LinkSession, lists: Lists, listing: string | undefined): void {
    const { clock, random, policy, listed, report } = this.#edges;
    // C15: what throws here still fails the attempt, which an open link could not.
    const tools = listed(session, lists);
    this.#phase = 'open';
    this.#turn.leave();
    this.#keepalive = new Keepalive({
      wire: this.#wire as Wire,
      clock,
      random,
      policy,
      listing,
      received: () => session.received,
      isProven: () => this.#proven,
      brokenPipeTells: isStdio(this.#edges.entry()),
      alive: () => session.prove(),
      dead: (message) => this.#lose({ kind: 'lost', code: 'KEEPALIVE_FAILED', message }),
    });
    this.#keepalive.start();
    report({ type: 'link.opened', tools });
    for (const kind of listKinds)
      if (lists[kind] === 'unread' || this.#staleLists.has(kind)) this.#noteChangedList(kind);
  }

  #noteChangedList(kind: ListKind): void {
    if (this.#phase === 'attempting') this.#staleLists.add(kind);
    else if (this.#phase === 'open' && this.#session) this.#edges.listChanged(this.#session, kind);
  }

  #fail(error: unknown): void {
    if (this.#phase !== 'attempting') return;
    this.#phase = 'lost';
    this.#turn.leave();
    const told = failureOf(error, this.#input.openedBefore);
    const failure = { ...told, message: this.#clean(told.message) };
    this.#edges.report({ type: 'link.failed', failure });
  }

  #lose(told: Loss): void {
    const loss = { ...told, message: this.#clean(told.message) };
    if (this.#phase === 'attempting') return this.#fail(new AttemptFailure(failureOfLoss(loss)));
    if (this.#phase !== 'open') return;
    this.#phase = 'lost';
    this.#loss = loss;
    this.#keepalive?.stop();
    this.#hostSide?.end();
    this.#edges.report({ type: 'link.lost', loss });
    // K8: nobody waits for a dead link, but a forgotten session's other answers may still come.
    if (loss.kind === 'lost') settleCalls(this.#remains());
  }

  /** L9, E5: from here on the text goes into errors, events and histories. */
  #clean(text: string): string {
    return cleanText(text, this.#edges.entry(), this.#channel?.secrets?.());
  }

  /** C9: HTTP has no sign of life of its own, so one answer there decides (L6 b). */
  #check(): void {
    if (this.#phase !== 'open') return;
    if (isStdio(this.#edges.entry())) void this.#keepalive?.check();
    else void this.#keepalive?.checkSuspect();
  }

  /** S2: the one end that is reported. */
  async #close(force: boolean): Promise<void> {
    this.#silence();
    this.#phase = 'closing';
    const { killed, left } = await endLink(this.#remains(), this.#edges, force);
    if (this.#phase === 'closing') this.#edges.report({ type: 'link.closed', killed, left });
  }

  #remains(): Remains {
    const { server } = this.#input;
    return { server, channel: this.#channel, wire: this.#wire, loss: this.#loss };
  }
}
