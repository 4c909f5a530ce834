import type { FaultKind } from '../fault-kind.ts';
import { until } from '../../stage/broken.ts';
import { tcpKind } from './tcp-kind.ts';
import { tlsKinds } from './tls-kinds.ts';
import { startKinds } from './start-kinds.ts';

const notSent = ['SERVER_UNAVAILABLE', 'SERVER_PARKED'] as const;
const cut = ['OUTCOME_UNKNOWN'] as const;
const silent = ['CALL_TIMEOUT', 'OUTCOME_UNKNOWN'] as const;

/** What networks do to bytes, in each direction where there is one. */
export const tcpKinds: readonly FaultKind[] = [
  tcpKind({
    name: 'tcp-refuse',
    mustHold: 'K6 what was refused counts as not sent; L6 the loss is seen, the server comes back',
    smoke: true,
    strike: async (peer, lab) => {
      await peer.proxy.refuse();
      // A write into a socket that is already dead, and not yet known to be, may have arrived.
      await until(() => lab.status.state !== 'ready', 'the loss is noticed');
    },
    effect: notSent,
    read: notSent,
    heal: (peer) => peer.proxy.listen(),
  }),
  tcpKind({
    name: 'tcp-accept-then-close',
    mustHold: 'K6 nothing is said to have not run that may have; C6 it is tried again',
    smoke: true,
    strike: ({ proxy }) => {
      proxy.welcome = 'close';
      proxy.resetAll();
    },
    effect: [...cut, ...notSent],
  }),
  tcpKind({
    name: 'tcp-reset-request',
    mustHold: 'K7 a write cut on its way is unknown and not sent again; a read is',
    strike: ({ proxy }) => proxy.up({ kind: 'reset', afterBytes: 40 }),
    effect: [...cut, ...notSent],
  }),
  tcpKind({
    name: 'tcp-reset-answer',
    mustHold: 'K7 a write whose answer was cut is unknown and not sent again',
    smoke: true,
    strike: ({ proxy }) => proxy.down({ kind: 'reset', afterBytes: 40 }),
    effect: [...cut, ...notSent],
  }),
  tcpKind({
    name: 'tcp-black-hole-request',
    mustHold: 'K1 a call ends at its timeout or with the loss; K9 the silence is checked',
    strike: ({ proxy }) => proxy.up({ kind: 'blackHole' }),
    effect: silent,
  }),
  tcpKind({
    name: 'tcp-black-hole-answer',
    mustHold: 'K1 the same, and the effect that did happen is not repeated',
    smoke: true,
    strike: ({ proxy }) => proxy.down({ kind: 'blackHole' }),
    effect: silent,
  }),
  tcpKind({
    name: 'tcp-new-connections-hang',
    mustHold: 'C2 an attempt into silence ends at its deadline; what waits is told so',
    strike: ({ proxy }) => {
      proxy.welcome = 'hold';
      proxy.resetAll();
    },
    effect: [...silent, ...notSent],
  }),
  ...(['up', 'down'] as const).flatMap((way) => [
    tcpKind({
      name: `tcp-latency-${way}`,
      mustHold: '300 ms and as much of jitter change nothing but the time',
      strike: ({ proxy }) => proxy[way]({ kind: 'latency', delayMs: 300, jitterMs: 300 }),
      effect: ['ok'],
      sameSession: true,
    }),
    tcpKind({
      name: `tcp-bandwidth-${way}`,
      mustHold: '2 kB a second change nothing but the time',
      strike: ({ proxy }) => proxy[way]({ kind: 'bandwidth', bytesPerSecond: 2_000 }),
      effect: ['ok'],
      sameSession: true,
    }),
    tcpKind({
      name: `tcp-one-byte-writes-${way}`,
      mustHold: 'one byte at a time is read like any other',
      smoke: way === 'down',
      strike: ({ proxy }) => proxy[way]({ kind: 'oneByteWrites' }),
      effect: ['ok'],
      sameSession: true,
    }),
    tcpKind({
      name: `tcp-truncate-${way}`,
      mustHold: 'K6 a polite end in the middle is no answer; the write is not repeated',
      strike: ({ proxy }) => proxy[way]({ kind: 'truncate', afterBytes: 60 }),
      effect: [...cut, ...notSent, ...silent, 'SERVER_ERROR'],
    }),
    tcpKind({
      name: `tcp-half-close-${way}`,
      mustHold: 'one closed direction ends what needs it, and nothing hangs beyond its time',
      strike: ({ proxy }) => proxy[way]({ kind: 'halfClose' }),
      effect: ['ok', ...cut, ...silent, ...notSent],
    }),
    tcpKind({
      name: `tcp-slow-close-${way}`,
      mustHold: 'a close that takes two seconds holds nobody up',
      strike: ({ proxy }) => proxy[way]({ kind: 'slowClose', delayMs: 2_000 }),
      effect: ['ok'],
      sameSession: true,
    }),
    tcpKind({
      name: `tcp-corrupt-byte-${way}`,
      mustHold: 'K6 a broken byte is no answer, or a refusal; it is never taken for a result',
      strike: ({ proxy }) => proxy[way]({ kind: 'corrupt', text: '{"jsonrpc' }),
      effect: ['PROTOCOL_ERROR', ...silent, 'SERVER_ERROR', ...notSent],
    }),
  ]),
  tcpKind({
    name: 'tcp-duplicated-answer',
    mustHold: 'K1 an answer that comes twice settles its call once, and no other one',
    smoke: true,
    strike: ({ proxy }) => proxy.down({ kind: 'duplicate', text: '"result"' }),
    effect: ['ok'],
  }),
  ...tlsKinds,
  ...startKinds,
];
