import type { ServerEvent } from '../../../machines/events.ts';
import type { PublicState } from '../../../machines/public-state.ts';
import type { SupervisorEvent } from '../../../src/supervisor/events.ts';
import type { CallRecord } from '../people/call-record.ts';
import type { PeerSession } from '../servers/peer-session.ts';

/** What an invariant may look at, as it happens. */
export interface Observer {
  /** The supervisor told its host. */
  event?(event: SupervisorEvent): void;
  /** A server's machine was sent something, seen by the inspector. */
  sent?(server: string, event: ServerEvent): void;
  /** A server's machine has moved. */
  moved?(server: string, state: PublicState): void;
  /** A peer is dialled, before anything else happens to it. */
  dialled?(session: PeerSession): void;
  /** A message of any kind is on its way to a peer. */
  reached?(session: PeerSession): void;
  /** A tool call is on its way to a peer. */
  asked?(call: CallRecord, session: PeerSession): void;
  /** A tool call that a peer had has failed, or was given up; `isCut` if nobody knows what it did. */
  spoiled?(session: PeerSession, isCut: boolean): void;
  /** A peer tells that it has other tools by now, or once more the same. */
  listChanged?(session: PeerSession, names: readonly string[]): void;
  /** A peer was asked for its list once more, and gives none. */
  listRefused?(session: PeerSession): void;
  submitted?(call: CallRecord): void;
  settled?(call: CallRecord): void;
  /** A server is about to be shut down. */
  stopping?(server: string): void;
  /** A shutdown that was asked for has ended, within `boundMs` or not. */
  stopped?(server: string, tookMs: number, boundMs: number): void;
  /** The machine slept for so long, and has just woken up. */
  slept?(durationMs: number): void;
  /** A timer and everything that followed from it have run. */
  instant?(): void;
  /** The whole fleet has ended, and an hour has passed since. */
  over?(): void;
}

type Heard = (one?: unknown, two?: unknown, three?: unknown) => void;

/** All observers as one. */
export function combine(observers: readonly Observer[]): Required<Observer> {
  const all = <Name extends keyof Observer>(name: Name) => {
    // The name says which values the observer takes; the types of a table cannot.
    const interested = observers.flatMap((each) => each[name] ?? []) as Heard[];
    return (one?: unknown, two?: unknown, three?: unknown) => {
      for (const hear of interested) hear(one, two, three);
    };
  };
  return {
    event: all('event'),
    sent: all('sent'),
    moved: all('moved'),
    dialled: all('dialled'),
    reached: all('reached'),
    asked: all('asked'),
    spoiled: all('spoiled'),
    listChanged: all('listChanged'),
    listRefused: all('listRefused'),
    submitted: all('submitted'),
    settled: all('settled'),
    stopping: all('stopping'),
    stopped: all('stopped'),
    slept: all('slept'),
    instant: all('instant'),
    over: all('over'),
  };
}
