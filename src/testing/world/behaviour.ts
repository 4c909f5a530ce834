import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Loss } from '../../../machines/events.ts';
import type { ChannelEnd } from '../../link/channel.ts';
import { tool, type Params } from './scripted-answers.ts';

/** How the servers behind all channels of one name behave. All of it may be changed at any time. */
export interface Behaviour {
  /** Rejects to refuse the attempt; never settles to hang it. */
  start(channel: ServerSide): Promise<void>;
  /** Asked to end; held back for as long as the test likes. */
  end(force: boolean, channel: ServerSide): Promise<ChannelEnd>;
  /** Whether exchanges of a session that was forgotten may still bring their answers (K8). */
  quiet(channel: ServerSide): Promise<void>;
  /**
   * Results by method, or promises of them. May throw `rpcError` or `fault`, and may return
   * `silence`.
   */
  readonly answers: Record<string, (params: Params, question: Question) => unknown>;
  tools: readonly unknown[];
  capabilities: Params;
  pid: number | undefined;
  stderrTail: string | undefined;
}

/** Which request it is and where it came from, for a server that answers it later. */
export interface Question {
  readonly id: RequestId;
  readonly channel: ServerSide;
}

/** What the server can do at its end of a channel. After the channel's end it does nothing. */
export interface ServerSide {
  /** Answers a request that was left without an answer. */
  answer(id: RequestId, result: Params): void;
  notify(method: string, params?: Params): void;
  /** The connection ends by itself. */
  lose(loss?: Partial<Loss>): void;
}

/** A request as a channel carried it. */
export interface Asked {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

/** Does all that it is asked for, at once, and offers the one tool `echo`. */
export function honest(): Behaviour {
  const behaviour: Behaviour = {
    start: () => Promise.resolve(),
    end: () => Promise.resolve({ killed: 0, left: [] }),
    quiet: () => Promise.resolve(),
    tools: [tool('echo')],
    capabilities: { tools: { listChanged: true } },
    pid: undefined,
    stderrTail: undefined,
    answers: {
      initialize: ({ protocolVersion }) => ({
        protocolVersion,
        capabilities: behaviour.capabilities,
        serverInfo: { name: 'scripted', version: '1.0.0' },
      }),
      ping: () => ({}),
      'tools/list': () => ({ tools: behaviour.tools }),
      'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
    },
  };
  return behaviour;
}
