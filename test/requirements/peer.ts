import type { ServerEntry } from '../../src/index.ts';
import { startHttpPeer, startSsePeer } from './http-peer.ts';
import { startStdioPeer } from './stdio-peer.ts';

/** What a peer does with its next handshakes. */
export type Handshakes = 'answer' | 'fail' | 'hang';

/** A real server whose fate is in the test's hands, over whichever transport. */
export interface Peer {
  readonly entry: ServerEntry;
  /** The names that it lists. */
  readonly tools: readonly string[];
  /** A call that is never answered. */
  readonly hangingCall: { readonly tool: string; readonly args: Record<string, unknown> };
  /** When each handshake reached it, in milliseconds, by its own clock. */
  readonly handshakes: readonly number[];
  /** What reached it, over all its lives. */
  readonly calls: number;
  readonly pings: number;
  readonly listings: number;
  /** Has one more tool, and over stdio fewer of the old ones, from its next life on. */
  offer(tool: string): void;
  /** How it meets handshakes from its next life on. */
  greet(handshakes: Handshakes): void;
  /** Dies; each attempt at it fails until it comes back. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** Dies, and can be had again at once. */
  drop(): Promise<void>;
  /** Processes and sockets that still belong to it. */
  leftovers(): number;
}

/** Registers what is to be done when a test ends. */
export type AtEnd = (end: () => Promise<void>) => void;

export interface TransportCase {
  readonly transport: string;
  readonly startPeer: (atEnd: AtEnd) => Promise<Peer>;
}

/** Every requirement that a server can meet is shown over each of them. */
export const transports: readonly TransportCase[] = [
  { transport: 'stdio', startPeer: startStdioPeer },
  { transport: 'Streamable HTTP', startPeer: startHttpPeer },
  { transport: 'legacy SSE', startPeer: startSsePeer },
];
