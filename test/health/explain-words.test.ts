import { describe, expect, test } from 'vitest';
import { explain, type ExplanationFacts } from '../../src/health/explain.ts';
import { hints } from '../../src/health/hints.ts';
import type { ServerStatus } from '../../src/health/status.ts';

const now = 1_000_000;
const trouble = { code: 'GONE', message: 'the child exited', kind: 'lost' } as const;

const ready: ServerStatus = {
  server: 'files',
  state: 'ready',
  breaker: 'closed',
  since: now - 5_000,
  transport: 'stdio',
  required: false,
  generation: 1,
  attempt: 'none',
  attempts: 0,
  retriesLeft: 5,
  inFlight: 0,
  queued: 0,
  tools: 0,
  prompts: 0,
  resources: 0,
};

type Facts = Partial<Omit<ExplanationFacts, 'status'>> & {
  readonly status?: Partial<ServerStatus>;
};

function explained({ status, ...more }: Facts) {
  const facts = { timeline: [], now, outlook: { kind: 'go' }, ...more } as const;
  return explain({ ...facts, status: { ...ready, ...status } });
}

const reconnecting = { state: 'reconnecting' } as const;
const parked = { state: 'parked' } as const;
const shutdown = { state: 'shutdown' } as const;
const open = { breaker: 'open' } as const;
const halfOpen = { breaker: 'halfOpen' } as const;

describe('H2 what is wrong', () => {
  test.each<[Facts, string]>([
    [{}, 'Nothing is wrong. It has been ready for 5 s.'],
    [{ isDraining: true }, 'Nothing is wrong. Its link is about to be rebuilt, as was asked.'],
    [{ status: open }, 'It is connected, but calls have been failing: the breaker is open.'],
    [
      { status: halfOpen },
      'It is connected, but calls have been failing: the breaker is half-open.',
    ],
    [{ status: { state: 'connecting' }, isStarted: false }, 'It was never started.'],
    [{ status: { state: 'connecting' } }, 'It is starting, for 5 s now.'],
    [
      { status: { state: 'connecting' }, trouble },
      'It has not been ready yet: GONE: the child exited',
    ],
    [
      { status: reconnecting, trouble },
      'It has been without a session for 5 s: GONE: the child exited',
    ],
    [
      { status: reconnecting },
      'Nothing is wrong. Its link is being rebuilt, as was asked, for 5 s now.',
    ],
    [
      { status: { ...parked, parkReason: 'budget' }, trouble },
      'It has been parked for 5 s because it could not be reached again: GONE: the child exited',
    ],
    [
      { status: { ...parked, parkReason: 'flapping' } },
      'It has been parked for 5 s because its sessions kept dying before they answered anything: no error was recorded',
    ],
    [
      { status: parked },
      'It has been parked for 5 s because of an internal fault: no error was recorded',
    ],
    [{ status: shutdown }, 'It was shut down 5 s ago.'],
    [
      { status: shutdown, isDraining: true },
      'It is being shut down and waits for running calls to end.',
    ],
  ])('%o: %s', (facts, expected) => {
    expect(explained(facts).problem).toBe(expected);
  });
});

describe('H2 what was tried', () => {
  test.each<[Partial<ServerStatus>, string]>([
    [{ state: 'disabled' }, 'Nothing.'],
    [{ generation: 2 }, '2 sessions opened so far.'],
    [shutdown, '1 session opened so far.'],
    [{ ...parked, attempts: 4, generation: 0 }, '4 attempts; 0 sessions opened so far.'],
    [
      { ...reconnecting, attempts: 1, retriesLeft: 1 },
      '1 attempt since the last session; 1 more failure is allowed before it parks; 1 session opened so far.',
    ],
    [
      { state: 'connecting', attempts: 2, generation: 0, retriesLeft: 2 },
      '2 attempts; 2 more failures are allowed before it parks; 0 sessions opened so far.',
    ],
  ])('%o: %s', (status, expected) => {
    expect(explained({ status }).tried).toBe(expected);
  });
});

describe('H2 what is next', () => {
  const waiting = { nextAttemptAt: now + 7_000 };
  test.each<[Facts, string]>([
    [{}, 'It is watched. A loss is answered with a new attempt.'],
    [
      { status: open },
      'After a pause the breaker lets one call try. A loss is answered with a new attempt.',
    ],
    [
      { status: { ...open, breakerHalfOpensAt: now + 9_000 } },
      'The breaker lets one call try in 9 s. A loss is answered with a new attempt.',
    ],
    [
      { status: halfOpen },
      'One call may try whether it has recovered. A loss is answered with a new attempt.',
    ],
    [
      { status: { state: 'connecting' }, isStarted: false },
      'Nothing, until its supervisor is started.',
    ],
    [{ status: { ...reconnecting, attempt: 'queued' } }, 'An attempt waits for its turn to start.'],
    [{ status: { ...reconnecting, attempt: 'running' } }, 'An attempt is running now.'],
    [{ isDraining: true }, 'What is running ends, then a fresh attempt starts.'],
    [
      { isDraining: true, status: { inFlight: 1 } },
      'Its running call ends, then a fresh attempt starts.',
    ],
    [
      { isDraining: true, status: { ...shutdown, inFlight: 2 } },
      'Its 2 running calls end, then its link is closed.',
    ],
    [{ status: parked }, 'It does not probe itself; it waits to be asked.'],
    [{ status: { ...parked, ...waiting } }, 'It probes itself with one attempt in 7 s.'],
    [{ status: shutdown }, 'Nothing, until it is started again.'],
    [{ status: { state: 'disabled' } }, 'Nothing; it is not started.'],
    [{ status: reconnecting }, 'An attempt follows.'],
    [{ status: { ...reconnecting, ...waiting } }, 'The next attempt starts in 7 s.'],
    [
      { status: { ...reconnecting, ...waiting }, isHinted: true },
      'The next attempt starts in 7 s, as the server asked.',
    ],
  ])('%o: %s', (facts, expected) => {
    expect(explained(facts).next).toBe(expected);
  });
});

describe('H2 what to do', () => {
  const lastError = { ...trouble, at: now };
  test.each<[Facts, string]>([
    [{}, 'Nothing to do.'],
    [{ isDraining: true }, 'Nothing; it was asked for.'],
    [
      { status: open },
      'See what the failing calls say; a retry rebuilds its link and closes the breaker.',
    ],
    [{ status: { state: 'connecting' }, isStarted: false }, 'Call start() of its supervisor.'],
    [{ status: { state: 'disabled' } }, 'Enable it in the configuration.'],
    [{ status: shutdown }, 'Restart it if it is needed.'],
    [
      { status: { ...parked, parkReason: 'auth' } },
      'Log in with "holdfast login files", or renew what its configuration or its host gives, then retry.',
    ],
    [
      { status: { ...parked, parkReason: 'internal' } },
      'Retry; if it comes back, report it with this text: it is a fault of holdfast or of its host.',
    ],
    [
      { status: { ...parked, parkReason: 'flapping' } },
      'See in its last words, or its own log, why it ends so soon after its start; then retry.',
    ],
    [
      { status: { ...reconnecting, lastError: { ...lastError, code: 'HTTP_403' } } },
      'Check the credentials in its entry, and whether they allow this.',
    ],
    [
      { status: { ...parked, parkReason: 'budget', lastError } },
      'Mend the cause and retry, or wait for the next probe.',
    ],
    [{ status: { ...reconnecting, lastError } }, 'Nothing yet; it is being brought back.'],
  ])('%o: %s', (facts, expected) => {
    expect(explained(facts).advice).toBe(expected);
  });

  test('every code that is known to need something is told what, in whole sentences', () => {
    for (const hint of Object.values(hints)) expect(hint).toMatch(/^[A-Z].{20,}\.$/);
  });
});
