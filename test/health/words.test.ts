import { expect, test } from 'vitest';
import { countText } from '../../src/health/count-text.ts';
import { describeCall, type Outlook } from '../../src/health/describe-call.ts';
import { describeError, describeEvent } from '../../src/health/describe-event.ts';
import { formatDelay } from '../../src/health/format-delay.ts';
import type { Happening } from '../server/happening.ts';

const error = { code: 'GONE', message: 'the child exited', kind: 'lost' } as const;

test.each<[Happening, string]>([
  [{ type: 'server.state', state: 'ready', generation: 1 }, 'ready'],
  [{ type: 'server.attempting', cause: 'ladder' }, 'attempt (next in turn)'],
  [{ type: 'server.attempting', cause: 'loss' }, 'attempt (at once, after a loss)'],
  [{ type: 'server.attempting', cause: 'eager' }, 'attempt (early, a call waits)'],
  [{ type: 'server.attempting', cause: 'probe' }, "attempt (the parked server's own probe)"],
  [{ type: 'server.attempting', cause: 'call' }, 'attempt (woken by a call)'],
  [{ type: 'server.attempting', cause: 'user' }, 'attempt (asked for)'],
  [{ type: 'server.attempting', cause: 'login' }, 'attempt (after a login)'],
  [{ type: 'server.attempting', cause: 'config' }, 'attempt (after a change of configuration)'],
  [{ type: 'server.attempting', cause: 'wake' }, 'attempt (after sleep)'],
  [{ type: 'server.failed', error, charged: true }, 'attempt failed: GONE: the child exited'],
  [
    { type: 'server.failed', error, charged: false },
    'attempt failed: GONE: the child exited (not charged)',
  ],
  [{ type: 'server.lost', error, charged: true }, 'session lost: GONE: the child exited'],
  [
    { type: 'server.lost', error, charged: false },
    'session lost: GONE: the child exited (not charged)',
  ],
  [{ type: 'server.waiting', waitMs: 4_000, retries: 1 }, 'next attempt in 4 s'],
  [{ type: 'server.parked', reason: 'budget' }, 'parked (budget), no probe'],
  [
    { type: 'server.parked', reason: 'auth', waitMs: 300_000 },
    'parked (auth), next probe in 5 min',
  ],
  [{ type: 'server.revived', generation: 2 }, 'revived from parked'],
  [{ type: 'server.stable' }, 'stable: the delays are forgiven'],
  [{ type: 'server.proven' }, 'proven: the session answered'],
  [{ type: 'server.draining' }, 'waiting for running calls to end'],
  [{ type: 'breaker.opened', cooldownMs: 60_000 }, 'breaker open for 60 s'],
  [{ type: 'breaker.halfOpened' }, 'breaker half-open: one call may try'],
  [{ type: 'breaker.closed' }, 'breaker closed'],
  [{ type: 'policy.refused', message: 'jitter: no' }, 'policy refused: jitter: no'],
])('H3 %o is told as: %s', (event, expected) => {
  expect(describeEvent({ server: 'files', ...event })).toBe(expected);
});

test('H2 an error is told with its code, once', () => {
  expect(describeError({ code: 'GONE', message: 'it is GONE' })).toBe('it is GONE');
});

test.each<[Outlook, number | undefined, string]>([
  [{ kind: 'go' }, undefined, 'It would be sent at once.'],
  [
    { kind: 'probe' },
    undefined,
    'It would be sent, as the one call that tries whether the server has recovered.',
  ],
  [
    { kind: 'wait', why: 'session', forMs: 5_000 },
    undefined,
    'It would wait for the session, for at most 5 s.',
  ],
  [
    { kind: 'wait', why: 'place', forMs: Infinity },
    undefined,
    'It would wait for other calls to end, as long as that takes.',
  ],
  [
    { kind: 'wait', why: 'breaker', forMs: 1 },
    undefined,
    'It would wait for the breaker, for at most 1 ms.',
  ],
  [
    { kind: 'wait', why: 'hold', forMs: 100 },
    undefined,
    'It would wait for the server to recover, for at most 100 ms.',
  ],
  [
    { kind: 'wait', why: 'list', forMs: 5_000 },
    undefined,
    'It would wait for the list of tools, for at most 5 s.',
  ],
  [{ kind: 'refuse', code: 'SERVER_PARKED' }, undefined, 'SERVER_PARKED, at once.'],
  [
    { kind: 'refuse', code: 'CIRCUIT_OPEN', retryAfterMs: 60_000 },
    undefined,
    'CIRCUIT_OPEN, at once; worth trying again in 60 s.',
  ],
  [
    { kind: 'refuse', code: 'SERVER_PARKED', retryAfterMs: 300_000 },
    30_000,
    'SERVER_PARKED, at once; a call may wake the server in 30 s.',
  ],
  [
    { kind: 'refuse', code: 'SERVER_PARKED', retryAfterMs: 300_000 },
    0,
    'SERVER_PARKED, at once; but it would wake the server for one attempt.',
  ],
])('H2 what a call would get, %o with a wake in %s ms', (outlook, wakeInMs, expected) => {
  expect(describeCall(outlook, wakeInMs)).toBe(expected);
});

test.each([
  [-5, '0 ms'],
  [849.6, '850 ms'],
  [999, '999 ms'],
  [1_000, '1 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [250_000, '4 min 10 s'],
])('H2 %s ms are told as %s', (delayMs, expected) => {
  expect(formatDelay(delayMs)).toBe(expected);
});

test('H2 one thing is one, and more or none are many', () => {
  expect([0, 1, 2].map((count) => countText(count, 'server'))).toEqual([
    '0 servers',
    '1 server',
    '2 servers',
  ]);
});
