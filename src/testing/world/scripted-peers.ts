import { loadClient } from '../../link/handshake.ts';
import type { OpenChannel } from '../../link/open-channel.ts';
import { honest, type Behaviour } from './behaviour.ts';
import { ScriptedChannel } from './scripted-channel.ts';

/** Stands for every server of a fleet, and for the way to them. */
export interface Peers {
  /** Goes into `createSupervisor({ link })`. */
  readonly open: OpenChannel;
  /** All channels so far, oldest first. */
  readonly channels: readonly ScriptedChannel[];
  /** Those of one server. */
  of(server: string): ScriptedChannel[];
  /** The newest channel of a server. @throws if there is none. */
  last(server: string): ScriptedChannel;
  behaviour(server: string): Behaviour;
}

/** Servers that behave well until they are told otherwise. */
export function createPeers(): Peers {
  const channels: ScriptedChannel[] = [];
  const behaviours = new Map<string, Behaviour>();
  const behaviour = (server: string) => {
    const known = behaviours.get(server) ?? honest();
    behaviours.set(server, known);
    return known;
  };
  const of = (name: string) => channels.filter(({ server }) => server === name);
  return {
    channels,
    of,
    behaviour,
    open(request) {
      const channel = new ScriptedChannel(request, behaviour(request.server));
      channels.push(channel);
      return channel;
    },
    last(server) {
      const channel = of(server).at(-1);
      if (channel === undefined) throw new Error(`${server} was never dialled`);
      return channel;
    },
  };
}

/**
 * Reads what the first attempt of all would otherwise read from files, which takes real time; a
 * clock that stands still does not wait for that. Await it once, before anything is dialled.
 */
export async function readyForDialling(): Promise<void> {
  await loadClient();
}
