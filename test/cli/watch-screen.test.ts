import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { ServerSight } from '../../src/cli/control/server-sight.ts';
import { watchScreen, type WatchLook } from '../../src/cli/show/watch-screen.ts';

const now = Date.UTC(2026, 0, 1, 12);

const sight: ServerSight = {
  at: now,
  status: {
    server: 'files',
    state: 'reconnecting',
    breaker: 'open',
    breakerHalfOpensAt: now + 43_000,
    since: now - 12_000,
    transport: 'stdio',
    required: false,
    generation: 3,
    attempt: 'none',
    attempts: 2,
    retriesLeft: 3,
    nextAttemptAt: now + 2_000,
    lastError: { code: 'ECONNREFUSED', message: 'refused', kind: 'transient', at: now - 1_500 },
    inFlight: 1,
    queued: 2,
    tools: 14,
    prompts: 0,
    resources: 0,
    p50Ms: 12,
    p95Ms: 80,
  },
  activity: {
    server: 'files',
    activeStates: [],
    retries: { used: 2, allowed: 5 },
    flaps: { used: 0, allowed: 10 },
    waitMs: 4_000,
    calls: [
      { noun: 'tool', subject: 'read', phase: 'running', submittedAt: now - 3_000, attempts: 1 },
    ],
  },
  entries: [],
};

const history = Array.from({ length: 40 }, (_, id) => ({
  id,
  at: now - 40_000 + id * 1_000,
  event: 'server.waiting',
  detail: `next attempt in ${id} s`,
}));

function draw(given: ServerSight = sight, look: Partial<WatchLook> = {}): string[] {
  const base = { width: 80, height: 20, colors: pc.createColors(false), now, hint: 'hint' };
  return watchScreen(given, history, { ...base, ...look }).split('\n');
}

function withStatus(status: Partial<ServerSight['status']>): ServerSight {
  return { ...sight, status: { ...sight.status, ...status } };
}

describe('the picture of one server', () => {
  it('H1 shows state, countdown, budgets, breaker, calls and error, and its latest history', () => {
    const lines = draw();
    expect(lines.slice(0, 9)).toEqual([
      'files  ↻ reconnecting  for 12 s',
      '',
      '  next      an attempt in 2 s  ██████████░░░░░░░░░░ of 4 s',
      '  budgets   retries 2 of 5 used   flaps 0 of 10 used',
      '  breaker   open: one call may try in 43 s',
      '  calls     1 running, 2 waiting (read 3 s)   p50 12 ms, p95 80 ms',
      '  offers    14 tools, session 3',
      '  error     ECONNREFUSED: refused (2 s ago)',
      '',
    ]);
    expect(lines).toHaveLength(19);
    expect(lines.at(-3)).toMatch(/^ {2}\d\d:\d\d:\d\d {2}server\.waiting {6}next attempt in 39 s$/);
    expect(lines.at(-1)).toBe('hint');
  });

  it.each([
    [{ attempt: 'queued' }, 'an attempt waits for its turn to start'],
    [{ attempt: 'running' }, 'an attempt is running'],
    [{ state: 'ready' }, '–'],
    [{ state: 'parked' }, 'a probe in 2 s'],
  ] as const)('tells what is next: %j', (status, next) => {
    expect(draw(withStatus(status))[2]).toContain(`next      ${next}`);
  });

  it('C8 a parked server that never probes itself has nothing to count down to', () => {
    const { nextAttemptAt: _, ...status } = withStatus({ state: 'parked' }).status;
    expect(draw({ ...sight, status })[2]).toContain('it waits to be asked');
  });

  it('fits any terminal, whatever a server says', () => {
    const hostile = withStatus({
      server: '文件服务器'.repeat(20),
      lastError: { code: 'X', message: `\u001b[2J\n${'long '.repeat(90)}`, kind: 'lost', at: now },
    });
    for (const [width, height] of [
      [40, 10],
      [80, 24],
      [200, 60],
    ] as const) {
      const lines = draw(hostile, { width, height });
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    }
    expect(draw(sight, { height: 24 }).length).toBeLessThan(24);
  });
});
