import { faults } from '../../../test/fixtures/http/faults.mjs';
import { mustHold, until } from '../../stage/broken.ts';
import type { FaultKind } from '../fault-kind.ts';
import { ready } from '../tcp/tcp-kind.ts';
import { httpKind } from './http-kind.ts';
import * as answer from './misbehaviour.ts';

const HTTP = ['http'] as const;

/** Streams of events that end where they should not. */
export const streamKinds: readonly FaultKind[] = [
  ...(['between', 'inside'] as const).map((where) =>
    httpKind({
      name: `http-answer-stream-cut-${where}-events`,
      mustHold: 'K6 a stream that ends before its answer leaves it unknown; the write ran once',
      smoke: where === 'inside',
      transports: HTTP,
      serve: { http: { answers: 'sse' } },
      strike: ({ front }) => {
        front.misbehave('call:effect', answer.cutStream(where), 1);
        front.misbehave('call:read-effect', answer.cutStream(where), 1);
      },
      effect: ['OUTCOME_UNKNOWN'],
      read: ['ok'],
      effects: 1,
    }),
  ),
  httpKind({
    name: 'http-answer-stream-resumed',
    mustHold: 'L6 a stream with event ids is resumed, and the call never knows of it',
    transports: HTTP,
    serve: { http: { answers: 'sse', eventIds: true } },
    strike: ({ server }) => {
      server.fail('tools/call:effect', faults.cut({ eventIds: true, retryMs: 250 }), 1);
      server.fail('tools/call:read-effect', faults.cut({ eventIds: true, retryMs: 250 }), 1);
    },
    effect: ['ok'],
    read: ['ok'],
    effects: 1,
    sessions: 1,
  }),
  ...(['polite', 'reset'] as const).map((how): FaultKind => ({
    name: `http-listen-stream-${how}`,
    group: 'http',
    transports: HTTP,
    mustHold: 'L6 (d) a stream that ends is opened again inside the session',
    run: async (lab) => {
      const { server } = await ready(lab);
      await until(() => server.openStreams === 1, 'the stream is open');
      if ('dropListenStreams' in server) server.dropListenStreams(how);
      await until(() => server.counts.gets >= 2 && server.openStreams === 1, 'it is open again');
      const end = await lab.effect();
      mustHold(end.code === 'ok' && end.generation === 1, 'in the same session', end);
    },
  })),
  ...(['between', 'inside'] as const).map((where): FaultKind => ({
    name: `sse-stream-cut-${where}-events`,
    group: 'http',
    transports: ['sse'],
    mustHold: 'L7 any drop of the stream is a loss, told as such; a new session comes by itself',
    smoke: where === 'inside',
    run: async (lab) => {
      const { server } = await ready(lab);
      if (!('dropStreams' in server)) throw new Error('the streams of SSE are needed');
      if (where === 'inside') server.write('event: message\ndata: {"jsonrpc":"2.0","me');
      server.dropStreams(where === 'inside' ? 'reset' : 'polite');
      await until(() => lab.told('server.lost').length === 1, 'the loss is told');
      await lab.recovers();
      mustHold(lab.status.generation === 2, 'in one new session', lab.status);
    },
  })),
  {
    name: 'sse-answer-lost-with-the-stream',
    group: 'http',
    transports: ['sse'],
    mustHold: 'L7 K8 a POST that was accepted counts as sent; the loss settles its call at once',
    run: async (lab) => {
      const { server } = await ready(lab);
      if (!('dropStreams' in server)) throw new Error('the streams of SSE are needed');
      // The tool runs, and its answer would come over a stream that is gone.
      const call = lab.call('slow', { ms: 2_000 }, { timeoutMs: 20_000 });
      await until(() => server.counts.calls === 2, 'the call has arrived');
      server.dropStreams('reset');
      const end = await call;
      mustHold(end.code === 'OUTCOME_UNKNOWN' && end.tookMs < 2_000, 'it is unknown at once', end);
      await lab.recovers();
    },
  },
];
