import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import type { FleetReport } from '../../src/cli/control/requests.ts';
import { fleetTable } from '../../src/cli/show/fleet-table.ts';
import type { Look } from '../../src/cli/show/look.ts';
import type { ServerStatus } from '../../src/health/status.ts';

const now = 1_000_000;

const healthy: ServerStatus = {
  server: 'files',
  state: 'ready',
  breaker: 'closed',
  since: now - 5_000,
  transport: 'stdio',
  required: false,
  generation: 1,
  attempt: 'none',
  attempts: 1,
  retriesLeft: 5,
  inFlight: 0,
  queued: 0,
  tools: 14,
  prompts: 0,
  resources: 0,
};

const lost: ServerStatus = {
  ...healthy,
  server: 'everything-over-http-with-a-long-name',
  state: 'reconnecting',
  attempts: 2,
  retriesLeft: 3,
  nextAttemptAt: now + 3_200,
  lastError: {
    code: 'ECONNREFUSED',
    message: `refused\n\u001b[31m${'far too long '.repeat(20)}`,
    kind: 'lost',
    at: now - 65_000,
  },
};

function draw(
  servers: ServerStatus[],
  look: Partial<Look> = {},
  report: Partial<FleetReport> = {},
) {
  return fleetTable(
    {
      health: 'degraded',
      servers,
      config: '/etc/holdfast.json',
      pid: 1,
      startedAt: 0,
      problems: [],
      ...report,
    },
    {
      width: 80,
      height: Infinity,
      colors: pc.createColors(false),
      now,
      title: 'holdfast.json',
      ...look,
    },
  ).split('\n');
}

describe('the table of a fleet', () => {
  it('H1 shows state, breaker, tools, budget, countdown and last error of each server', () => {
    expect(draw([healthy, lost])).toEqual([
      'holdfast  ◐ degraded  1 of 2 servers ready  holdfast.json',
      '',
      'SERVER                 STATE           BREAKER    TOOLS  TRIED  LEFT  NEXT',
      'files                  ● ready         closed        14      –     –  –',
      'everything-over-http…  ↻ reconnecting  closed        14      2     3  in 4 s',
      expect.stringMatching(/^ {2}└ ECONNREFUSED: refused far too long .*… \(65 s ago\)$/),
    ]);
  });

  const child = { ...healthy, pid: 4711 };
  const remote = { ...healthy, server: 'web', origin: 'http://127.0.0.1:8080' };

  it('H1 shows process and address where there is room for them', () => {
    const lines = draw([child, remote], { width: 100 });
    expect(lines.slice(2)).toEqual([
      'SERVER    STATE           BREAKER    TOOLS  TRIED  LEFT  NEXT      WHERE',
      'files     ● ready         closed        14      –     –  –         pid 4711',
      'web       ● ready         closed        14      –     –  –         http://127.0.0.1:8080',
    ]);
  });

  it('H1 tells them below the row where there is none, if all is to be told', () => {
    const long = { ...child, server: 'files-of-this-project' };
    expect(draw([long]).join('')).not.toContain('4711');
    expect(draw([long], { isComplete: true }).slice(4)).toEqual(['  └ pid 4711']);
  });

  it('H4 a fleet that was stopped is stopped, and not in a bad way', () => {
    const over = { ...healthy, state: 'shutdown' } as const;
    const off = { ...healthy, state: 'disabled' } as const;
    expect(draw([over, over, off])[0]).toBe('holdfast  ○ stopped  2 servers  holdfast.json');
    expect(draw([over, lost])[0]).toContain('◐ degraded  0 of 2 servers ready');
  });

  it('E1 an error whose message names its code does not say it twice', () => {
    const lastError = { code: 'EPIPE', message: 'no way (EPIPE)', kind: 'lost', at: now } as const;
    expect(draw([{ ...lost, lastError }]).at(-1)).toBe('  └ no way (EPIPE) (just now)');
  });

  it('fits into 80 columns whatever a server is called or says', () => {
    const wide = { ...lost, server: '文件服务器'.repeat(10) };
    const lines = draw([lost, wide], { hint: 'hint '.repeat(30) });
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it('E5 nothing from a server can steer the terminal', () => {
    const evil = { ...lost, server: 'a\u001b]0;title\u0007\nb\u202e' };
    expect(draw([evil]).join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it('NO_COLOR: without colours each state still has a sign of its own', () => {
    const states = [
      'ready',
      'connecting',
      'reconnecting',
      'parked',
      'shutdown',
      'disabled',
    ] as const;
    const lines = draw(states.map((state) => ({ ...healthy, state }))).slice(3);
    const signs = lines.map((line) => /[●◌↻■○–]/.exec(line)?.[0]);
    expect(new Set(signs).size).toBe(states.length);
  });

  it('with colours the columns stay where they are', () => {
    const plain = draw([healthy, lost]);
    const colored = draw([healthy, lost], { colors: pc.createColors(true) });

    expect(colored.map((line) => line.replace(/\u001b\[\d+m/g, ''))).toEqual(plain);
    expect(colored.join('')).toContain('\u001b[');
  });

  it('C8 a parked server shows the time to its probe in minutes and seconds', () => {
    const [, , , row] = draw([{ ...lost, state: 'parked', nextAttemptAt: now + 125_000 }]);
    expect(row).toContain('■ parked');
    expect(row).toContain('in 2:05');
  });

  it('E4 a server that the configuration spoils is named, with the reason', () => {
    const problem = {
      server: 'web',
      severity: 'error',
      path: 'url',
      position: '1:1',
      message: 'no',
    };
    expect(draw([healthy], {}, { problems: [problem as never] })).toContain('! web: url: no');
  });

  it('on a low screen it shows the sick ones first, with the reason, and counts the others', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ ...healthy, server: `s${index}` }));
    const parked = { ...lost, server: 'down', state: 'parked' } as const;
    const guarded = { ...healthy, server: 'slow', breaker: 'open' } as const;
    const lines = draw([...many, lost, guarded, parked], { height: 14, hint: 'hint' });
    expect(lines).toHaveLength(13);
    expect(lines.slice(3).map((line) => line.split(/ {2,}/)[0] ?? '')).toEqual([
      'down',
      '',
      'everything-over-http…',
      '',
      'slow',
      's0',
      's1',
      '… and 28 more: 28 ready',
      '',
      'hint',
    ]);
  });

  it('where not even the sick ones fit, each has its row before one has its reason', () => {
    const sick = Array.from({ length: 20 }, (_, index) => ({
      ...lost,
      server: `s${index}`,
      ...(index % 2 === 0 && { state: 'parked' as const }),
    }));
    const lines = draw([...sick, healthy], { height: 16 });
    expect(lines).toHaveLength(15);
    expect(lines.slice(3, 13).every((line) => line.includes('■ parked'))).toBe(true);
    expect(lines.at(-1)).toBe('… and 10 more: 9 reconnecting, 1 ready');
  });

  it('fits 200 servers onto any terminal from 40 to 200 columns, with names and states', () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      ...(index % 10 === 3 ? lost : healthy),
      server: `server-number-${index}`,
      origin: 'http://127.0.0.1:8080',
    }));
    for (const width of [40, 47, 53, 60, 67, 80, 120, 200]) {
      const lines = draw(many, { width, height: 24, hint: 'hint '.repeat(50) });
      expect(lines.length).toBeLessThan(24);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
      expect(lines[3]).toMatch(/^server-.* ↻ reconnecting {2}/);
      const titles = (lines[2] ?? '').trim().split(/ +/);
      expect(titles.slice(0, 2)).toEqual(['SERVER', 'STATE']);
      expect(titles.includes('WHERE')).toBe(width > 80);
    }
  });

  it('a link is whole on any terminal, and can be clicked where there is colour', () => {
    const address = `http://127.0.0.1:4000/${'x'.repeat(40)}/`;
    const links = [{ label: 'Live view', address }];
    const many = Array.from({ length: 30 }, (_, index) => ({ ...healthy, server: `s${index}` }));
    const lines = draw(many, { width: 40, height: 14, links });
    expect(lines.at(-1)).toBe(`Live view  ${address}`);
    // It takes two lines more than the others.
    expect(lines).toHaveLength(14 - 2);
    const colored = draw([healthy], { colors: pc.createColors(true), links }).at(-1);
    expect(colored).toContain(`\u001b]8;;${address}\u0007`);
  });
});
