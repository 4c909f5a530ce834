import { faults } from '../../../test/fixtures/http/faults.mjs';
import { mustHold, until } from '../../stage/broken.ts';
import type { FaultKind } from '../fault-kind.ts';
import { httpKind } from './http-kind.ts';
import * as answer from './misbehaviour.ts';
import { sessionKinds } from './session-kinds.ts';
import { streamKinds } from './stream-kinds.ts';

const unknown = ['OUTCOME_UNKNOWN'] as const;
const HTTP = ['http'] as const;

/** What servers and the gateways before them answer. */
export const httpKinds: readonly FaultKind[] = [
  ...sessionKinds,
  httpKind({
    name: 'http-408',
    mustHold: 'K6 a 408 leaves the outcome unknown; only the read is sent once more',
    strike: ({ front }) => {
      front.misbehave('call:effect', answer.status(408), 1);
      front.misbehave('call:read-effect', answer.status(408), 1);
    },
    effect: unknown,
    read: ['ok'],
    effects: 0,
    sessions: 1,
  }),
  httpKind({
    name: 'http-429-retry-after',
    mustHold: 'K6 refused before execution: both are sent again when the hint says, and run once',
    smoke: true,
    strike: ({ front }) => {
      front.misbehave('call:effect', answer.status(429, { 'retry-after': '1' }), 1);
      front.misbehave('call:read-effect', answer.status(429, { 'retry-after': '1' }), 1);
    },
    effect: ['ok'],
    read: ['ok'],
    effects: 1,
    sessions: 1,
  }),
  httpKind({
    name: 'http-429-without-hint',
    mustHold: 'K6 refused before execution: overloaded, not run, and the session stays',
    strike: ({ front }) => front.misbehave('tools/call', answer.status(429), 2),
    effect: ['OVERLOADED'],
    read: ['OVERLOADED'],
    effects: 0,
    sessions: 1,
  }),
  ...[500, 502, 504].map((code) =>
    httpKind({
      name: `http-${code}-after-work`,
      mustHold: `K7 a ${code} after the work was done is unknown; the write is not sent again`,
      smoke: code === 502,
      strike: ({ front }) => {
        front.misbehave('call:effect', answer.statusAfterWork(code), 1);
        front.misbehave('call:read-effect', answer.statusAfterWork(code), 1);
      },
      effect: unknown,
      read: ['ok'],
      effects: 1,
      sessions: 1,
    }),
  ),
  httpKind({
    name: 'http-503-retry-after',
    mustHold: 'K6 a 503 with a hint was not run, and is sent again',
    strike: ({ front }) => {
      front.misbehave('call:effect', answer.status(503, { 'retry-after': '1' }), 1);
      front.misbehave('call:read-effect', answer.status(503, { 'retry-after': '1' }), 1);
    },
    effect: ['ok'],
    read: ['ok'],
    effects: 1,
    sessions: 1,
  }),
  httpKind({
    name: 'http-503-without-hint',
    mustHold: 'K6 any other 503 may come from a proxy whose server died under the request',
    strike: ({ front }) => {
      front.misbehave('call:effect', answer.status(503), 1);
      front.misbehave('call:read-effect', answer.status(503), 1);
    },
    effect: unknown,
    read: ['ok'],
    effects: 0,
    sessions: 1,
  }),
  httpKind({
    name: 'http-html-with-200',
    mustHold: 'K7 a page is no answer: the write is not sent again',
    smoke: true,
    transports: HTTP,
    strike: ({ front }) => {
      front.misbehave('call:effect', answer.html, 1);
      front.misbehave('call:read-effect', answer.html, 1);
    },
    effect: ['PROTOCOL_ERROR'],
    read: ['ok'],
    effects: 0,
    sessions: 1,
  }),
  httpKind({
    name: 'http-redirect-loop',
    mustHold: 'a circle is left after a few rounds; nothing has run',
    strike: ({ front }) => front.misbehave('tools/call', answer.redirectLoop),
    effect: ['SERVER_ERROR', 'OUTCOME_UNKNOWN', 'SERVER_UNAVAILABLE'],
    read: ['SERVER_ERROR', 'OUTCOME_UNKNOWN', 'SERVER_UNAVAILABLE'],
    effects: 0,
    sessions: 1,
  }),
  httpKind({
    name: 'http-huge-body',
    mustHold: 'L3 K6 an answer over 64 MiB is an error, and never asked for again',
    transports: HTTP,
    strike: ({ front }) => front.misbehave('tools/call', answer.hugeBody),
    effect: ['SERVER_ERROR'],
    read: ['SERVER_ERROR'],
    effects: 0,
    sessions: 1,
    timeoutMs: 20_000,
  }),
  httpKind({
    name: 'http-slow-headers',
    mustHold: 'K1 headers that take two seconds are waited for',
    strike: ({ front }) => front.misbehave('tools/call', answer.late(2_000)),
    effect: ['ok'],
    read: ['ok'],
    effects: 1,
    sessions: 1,
    timeoutMs: 10_000,
  }),
  httpKind({
    name: 'http-no-headers',
    mustHold: 'K1 headers that never come end at the timeout; K9 the session is checked and stays',
    smoke: true,
    transports: HTTP,
    strike: ({ front }) => front.misbehave('tools/call', () => undefined),
    effect: ['CALL_TIMEOUT'],
    read: ['CALL_TIMEOUT'],
    effects: 0,
    sessions: 1,
    timeoutMs: 1_000,
  }),
  httpKind({
    name: 'http-answer-never-ends',
    mustHold: 'K1 an answer that is never done ends at the timeout, and its socket is given back',
    transports: HTTP,
    strike: ({ front }) => front.misbehave('tools/call', answer.answerNeverEnds),
    effect: ['CALL_TIMEOUT'],
    read: ['CALL_TIMEOUT'],
    effects: 0,
    sessions: 1,
    timeoutMs: 1_000,
  }),
  httpKind({
    name: 'http-endless-stream',
    mustHold: 'K1 a stream full of other things is no progress of the call',
    transports: HTTP,
    strike: ({ front }) => front.misbehave('tools/call', answer.endlessStream),
    effect: ['CALL_TIMEOUT'],
    read: ['CALL_TIMEOUT'],
    effects: 0,
    sessions: 1,
    timeoutMs: 1_500,
  }),
  httpKind({
    name: 'http-409-on-get',
    mustHold: 'L6 (d) a stream that is refused with 409 is asked for again; calls go on',
    transports: HTTP,
    serve: { http: { listenStream: true } },
    strike: ({ server }) => {
      server.fail('GET', faults.status(409));
      if ('dropListenStreams' in server) server.dropListenStreams();
    },
    effect: ['ok'],
    read: ['ok'],
    effects: 1,
    meanwhile: async (lab, { server }) => {
      const refusals = () => server.requests.filter(({ method }) => method === 'GET').length;
      const before = refusals();
      await until(() => refusals() > before || lab.status.generation > 1, 'it is asked for again');
      server.heal('GET');
      await until(() => server.openStreams === 1, 'the stream is open again');
      mustHold(lab.status.state === 'ready', 'it is ready', lab.status);
    },
  }),
  ...streamKinds,
];
