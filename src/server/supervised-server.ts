import type { LinkInput, ServerOutput } from '../../machines/context.ts';
import type { LinkEvent, RetryReason, ServerEmission } from '../../machines/events.ts';
import type { Policy } from '../../machines/policy.ts';
import type { PublicState } from '../../machines/public-state.ts';
import type { Calls } from '../call/calls.ts';
import { subscriptionCalls } from '../call/kinds/resource-calls.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ListChange } from '../catalogue/list-change.ts';
import type { ServerEntry } from '../config/server-entry.ts';
import { describeEvent } from '../health/describe-event.ts';
import { Timeline } from '../health/timeline.ts';
import type { ChannelFacts } from '../link/channel.ts';
import { Link } from '../link/link.ts';
import type { LinkSession } from '../link/link-session.ts';
import type { Fault } from './fault.ts';
import { createInertLink } from './inert-link.ts';
import { Observations } from './observations.ts';
import type { RunningLink } from './server-actor.ts';
import { createServerCalls } from './server-calls.ts';
import type { ServerEdges } from './server-edges.ts';
import { ServerLists } from './server-lists.ts';
import { Subscriptions } from './subscriptions.ts';
import { Succession } from './succession.ts';

/**
 * One supervised server: its actor with link, calls and catalogue wired to it. It holds no
 * decision of its own; each is in the room it belongs to.
 */
export class SupervisedServer {
  readonly name: string;
  readonly calls: Calls;
  readonly subscriptions: Subscriptions;
  readonly timeline: Timeline;
  readonly observations: Observations;
  readonly #edges: ServerEdges;
  readonly #lists: ServerLists;
  readonly #succession: Succession;
  readonly #watchers = new Set<() => void>();
  #entry: ServerEntry;
  #session: LinkSession | undefined;
  #link: Link | undefined;
  /** What the link before it said last. */
  #lastWords: string | undefined;
  #finish: (output: ServerOutput) => void = () => undefined;
  /** Settles once the machine has ended (S2). */
  readonly finished: Promise<ServerOutput>;

  constructor(name: string, entry: ServerEntry, policy: Policy, edges: ServerEdges) {
    this.name = name;
    this.#entry = entry;
    this.#edges = edges;
    this.timeline = new Timeline(edges.nextTimelineId);
    this.observations = new Observations(edges.clock.now());
    const notice = (text: string) => this.#notice(text);
    this.#lists = new ServerLists({
      server: name,
      filter: entry,
      clock: edges.clock,
      policy: () => this.policy(),
      session: () => this.session,
      tell: (change) => this.#tellChange(change),
      notice,
    });
    this.finished = new Promise((resolve) => (this.#finish = resolve));
    this.#succession = new Succession(name, policy, edges.createActor);
    this.calls = createServerCalls(this, edges, this.#lists, (event) =>
      this.#succession.send(event),
    );
    this.subscriptions = new Subscriptions({
      server: name,
      clock: edges.clock,
      ask: (method, uri, options) => this.calls.ask(subscriptionCalls[method], uri, {}, options),
      notice,
    });
    this.#succession.tell({
      emitted: (event) => this.#take(event),
      moved: () => this.#moved(),
      crashed: (fault) => this.#crashed(fault),
      notReplaced: (fault) => this.observations.crashed(fault, edges.clock.now()),
      ended: (output) => this.#ended(output),
    });
  }

  get entry(): ServerEntry {
    return this.#entry;
  }

  get catalogue(): Catalogue {
    return this.#lists.catalogue;
  }

  get session(): LinkSession | undefined {
    return this.state().connection === 'ready' ? this.#session : undefined;
  }

  /** Whether there is anybody to hear a retry (R13). */
  get isRunning(): boolean {
    return this.#succession.isRunning;
  }

  start(): void {
    this.#succession.start();
  }

  policy(): Policy {
    return this.#succession.policy();
  }

  /** The machine's state in public terms; the same object until the machine moves. */
  state(): PublicState {
    return this.#succession.state();
  }

  waitIsHinted(): boolean {
    return this.#succession.waitIsHinted();
  }

  activeStates(): string[] {
    return this.#succession.activeStates();
  }

  retry(reason: RetryReason, policy?: Policy): void {
    this.#succession.revive();
    this.#succession.send({ type: 'retry', reason, ...(policy && { policy }) });
  }

  configure(policy: Policy): void {
    this.#succession.send({ type: 'configure', policy });
    this.#link?.policyChanged();
  }

  shutDown(force: boolean): void {
    this.#succession.shutDown(force);
  }

  /** F4: what the next attempt reads. */
  change(entry: ServerEntry): void {
    this.#entry = entry;
    this.#lists.refilter(entry);
  }

  /** Called after each step of the machine, until the returned function is. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** T7: tells the server to ask for the roots again. */
  rootsChanged(): void {
    this.#link?.rootsChanged();
  }

  /** What is known of the present link, or of the last one. */
  facts(): ChannelFacts {
    const facts = this.#link?.facts() ?? {};
    // H2: until an attempt says something itself, its predecessor's last words are why there is one.
    const stderrTail = facts.stderrTail ?? (this.state().attempting ? this.#lastWords : undefined);
    return stderrTail === undefined ? facts : { ...facts, stderrTail };
  }

  /** Whether the start gate should let it go first (F2). */
  get isAwaited(): boolean {
    return this.calls.queued > 0;
  }

  createLink(input: LinkInput, report: (fact: LinkEvent) => void): RunningLink {
    if (this.#succession.isEndAsked) return createInertLink(report);
    const { clock, random, openChannel, gate, ends, client, fleetPolicy } = this.#edges;
    this.#lastWords = this.#link?.facts().stderrTail;
    // A link that this one replaces may still have been queued.
    this.observations.attempt = 'none';
    this.#link = new Link(input, {
      clock,
      random,
      openChannel,
      gate,
      ends,
      client,
      startSlotMs: fleetPolicy().startSlotMs,
      entry: () => this.#entry,
      policy: () => this.policy(),
      report: (fact) => {
        if (fact.type === 'link.queued') this.observations.queued();
        if (fact.type === 'link.granted') this.observations.granted(clock.now());
        report(fact);
      },
      renew: (session) => this.subscriptions.renew(session),
      listed: (session, lists) => {
        this.#session = session;
        this.observations.transport = this.facts().transport;
        return this.#lists.listed(lists);
      },
      listChanged: (session, kind) => this.#lists.changed(session, kind),
      resourceUpdated: (uri) => this.subscriptions.updated(uri),
      notice: (notice) => this.#notice(notice),
    });
    return this.#link;
  }

  #moved(): void {
    this.calls.stateChanged();
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** S2: whatever still waits is told, also by an actor that could not say so itself. */
  #ended(output: ServerOutput): void {
    this.calls.shutDown();
    this.#finish(output);
  }

  /** C15: an actor that errored ends without its children. */
  #crashed(fault: Fault): void {
    const { message } = fault;
    this.#lists.forgetUnpublished();
    this.#link?.stop();
    this.observations.crashed(fault, this.#edges.clock.now());
    this.timeline.add(this.#edges.wall(), 'server.replaced', message);
    this.#edges.tell({ type: 'server.replaced', server: this.name, message });
  }

  #take(event: ServerEmission): void {
    const { clock } = this.#edges;
    this.#lists.follow(this.state().connection);
    this.observations.note(event, clock.now());
    if (event.type === 'server.state') this.#entered(event.state);
    if (event.type === 'server.draining') this.calls.draining();
    this.timeline.add(this.#edges.wall(), event.type, describeEvent(event));
    this.#edges.tell(event);
  }

  #entered(state: PublicState['connection']): void {
    if (state !== 'ready') this.#lists.stopRefreshes();
    if (state === 'shutdown') this.calls.shutDown();
  }

  #tellChange(change: ListChange): void {
    const { added, removed, changed } = change;
    const detail = `${added.length} added, ${removed.length} removed, ${changed.length} changed`;
    this.timeline.add(this.#edges.wall(), change.type, detail);
    this.#edges.tell(change);
  }

  #notice(message: string): void {
    this.timeline.add(this.#edges.wall(), 'server.notice', message);
    this.#edges.tell({ type: 'server.notice', server: this.name, message });
  }
}
