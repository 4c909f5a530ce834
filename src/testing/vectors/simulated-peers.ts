import { AttemptFailure } from '../../link/failure.ts';
import type { ChannelEnd } from '../../link/channel.ts';
import type { OpenChannel } from '../../link/open-channel.ts';
import type { Question } from '../world/behaviour.ts';
import { silence, tool, type Params } from '../world/scripted-answers.ts';
import type { Peers } from '../world/scripted-peers.ts';
import { milliseconds, type TimeScale } from './duration.ts';
import { reportOf } from './link-reports.ts';
import { meet, MeetingOrder } from './meetings.ts';
import { Unstageable } from './stage.ts';
import type { Meeting, PeerAct } from './step.ts';
import type { ServerSetting } from './vector.ts';

/** An attempt that waits for what its peer will do. */
interface Dialling {
  readonly server: string;
  readonly open: () => void;
  readonly refuse: (error: Error) => void;
}

/** Larger than the ids of real processes, which nothing here must be mistaken for. */
const FIRST_PID = 2 ** 30;

/** Tools of a server that says nothing else: one that only reads, and one of which nothing is known. */
const usualTools = ['read', 'write'];

/** Servers that do nothing until a case says what. */
export class SimulatedPeers {
  readonly open: OpenChannel;
  readonly #peers: Peers;
  readonly #time: TimeScale;
  readonly #dialling: Dialling[] = [];
  readonly #questions = new Map<string, Question>();
  readonly #order = new MeetingOrder();
  /** Ends that are held until the case lets them go. */
  #held: ((end: ChannelEnd) => void)[] = [];
  #isHolding = false;
  #endsBefore = 0;

  constructor(peers: Peers, time: TimeScale, servers: Readonly<Record<string, ServerSetting>>) {
    this.open = (request) => {
      this.#direct(request.server);
      return peers.open(request);
    };
    this.#peers = peers;
    this.#time = time;
    for (const [name, { tools = usualTools }] of Object.entries(servers)) this.#list(name, tools);
    // C13: what is left of a server is named by its process.
    for (const name of Object.keys(servers)) this.#peers.behaviour(name).pid = FIRST_PID;
  }

  async act(act: PeerAct, server: string): Promise<void> {
    switch (act.does) {
      case 'opens':
        return this.#take(server).open();
      case 'refuses':
        return this.#take(server).refuse(this.#refusal(act));
      case 'lingers':
        return this.holdEnds();
      case 'ends':
        return this.#letGo(act);
      case 'offers':
        return this.#offer(server, act.tools ?? []);
      case 'reportsLate':
        return this.#dialling.find((each) => each.server === server)?.open();
      default:
        return this.#lose(act, server);
    }
  }

  answer(call: string): void {
    const question = this.#questions.get(call);
    if (question === undefined) throw new Unstageable(`The call ${call} has reached no server.`);
    question.channel.answer(question.id, { content: [] });
  }

  /** From now on what is asked to end does so when the case says it. */
  holdEnds(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    this.#endsBefore = this.#countEnds();
  }

  /** Lets everything go, so that the fleet can end. */
  release(): void {
    this.#isHolding = false;
    this.#letGo({ does: 'ends' });
  }

  chatter(server: string): void {
    this.#peers.last(server).notify('notifications/message', { level: 'info', data: 'still here' });
  }

  linksOf(server: string) {
    const channels = this.#peers.of(server);
    const count = (method: string) =>
      channels.reduce((sum, channel) => sum + channel.count(method), 0);
    return {
      starts: channels.length,
      live: undefined,
      checks: count('ping'),
      calls: count('tools/call'),
      closes: this.#isHolding ? this.#countEnds() - this.#endsBefore : 0,
      forced: channels.filter(({ ends }) => ends.includes('force')).length,
    };
  }

  #direct(server: string): void {
    const behaviour = this.#peers.behaviour(server);
    behaviour.start = () =>
      new Promise((open, refuse) => this.#dialling.push({ server, open, refuse }));
    behaviour.end = () =>
      this.#isHolding
        ? new Promise((resolve) => this.#held.push(resolve))
        : Promise.resolve({ killed: 0, left: [] });
    behaviour.answers['tools/call'] = (params, question) => this.#called(params, question);
  }

  #called(params: Params, question: Question): unknown {
    const { call, meets, hint } = params['arguments'] as {
      call: string;
      meets?: readonly Meeting[];
      hint?: number;
    };
    this.#questions.set(call, question);
    const meeting = this.#order.next(call, meets);
    if (meeting === 'silence') return silence;
    // L6 b: looked into at once, but no answer to that comes before the call has heard of its end.
    if (meeting === 'notSent') setImmediate(() => this.#channelOf(question)?.observer.onsuspect());
    return meet(meeting, question, hint);
  }

  #channelOf(question: Question) {
    return this.#peers.channels.find((channel) => channel === question.channel);
  }

  /** The newest attempt: of those before it, nobody waits for any more. */
  #take(server: string): Dialling {
    const index = this.#dialling.findLastIndex((each) => each.server === server);
    const [newest] = index < 0 ? [] : this.#dialling.splice(index, 1);
    if (newest === undefined) throw new Unstageable(`No attempt at ${server} is under way.`);
    return newest;
  }

  #refusal(act: PeerAct): AttemptFailure {
    const hint =
      act.retryAfterMs === undefined ? undefined : milliseconds(act.retryAfterMs, this.#time);
    const fact = reportOf(act, hint);
    if (fact?.type !== 'link.failed') throw new Unstageable(`${act.does} is no refusal.`);
    return new AttemptFailure(fact.failure);
  }

  #lose(act: PeerAct, server: string): void {
    const fact = reportOf(act, undefined);
    if (fact?.type !== 'link.lost') throw new Unstageable(`No server here ${act.does}.`);
    this.#peers.last(server).lose(fact.loss);
  }

  #offer(server: string, tools: readonly string[]): void {
    this.#list(server, tools);
    this.#peers.of(server).at(-1)?.notify('notifications/tools/list_changed');
  }

  #list(server: string, tools: readonly string[]): void {
    this.#peers.behaviour(server).tools = tools.map((name) =>
      tool(name, name.startsWith('read') ? { annotations: { readOnlyHint: true } } : {}),
    );
  }

  #letGo({ killed = 0, left = 0 }: PeerAct): void {
    const held = this.#held;
    this.#held = [];
    const remains = Array.from({ length: left }, (_, index) => FIRST_PID + index);
    for (const settle of held) settle({ killed, left: remains });
  }

  #countEnds(): number {
    return this.#peers.channels.reduce((sum, { ends }) => sum + ends.length, 0);
  }
}
