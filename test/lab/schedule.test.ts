import { describe, expect, it } from 'vitest';
import { Rules } from '../../lab/stress/schedule/rules.ts';
import { runSchedule } from '../../lab/stress/schedule/schedule.ts';
import { judgePauses, type Dial } from '../../lab/stress/schedule/window.ts';

it('C5 C5a C6 C6a C8 C11 C12 F2 servers see each attempt when the contract allows it, at a tenth of the times', async () => {
  const told: string[] = [];
  const bounds = await runSchedule({ scale: 10, slackMs: 5_000, only: undefined }, (line) =>
    told.push(line),
  );
  expect(bounds.filter(({ met }) => !met)).toEqual([]);
  expect(bounds.length).toBeGreaterThan(12);
}, 120_000);

describe('the judge', () => {
  const rules = new Rules(1);
  const windows = [rules.immediate, ...rules.ladder(2), rules.probe];
  const judge = (starts: readonly number[], least = 0) => {
    const dials: Dial[] = starts.map((at) => ({ startedAt: at, endedAt: at + 100 }));
    return judgePauses(dials, { what: 'dials', windows, least, slackMs: 500 });
  };

  it('knows the defaults of the contract', () => {
    const [first, ...rest] = rules.ladder(8).map(({ mostMs }) => mostMs);
    expect([first, ...rest]).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((s) => s * 1_000));
    expect(rules.probe).toMatchObject({ leastMs: 240_000, mostMs: 300_000 });
    expect(rules.hint(90_000)).toMatchObject({ leastMs: 60_000, mostMs: 60_000 });
    expect(rules.policy).toEqual({});
  });

  it('lets pauses within their windows pass, measured from the end of a dial', () => {
    expect(judge([0, 100, 900, 2_400]).met).toBe(true);
  });

  it.each([
    ['too early', [0, 100, 600], 0],
    ['too late', [0, 100, 1_900], 0],
    ['one too many', [0, 100, 900, 2_400, 250_000, 500_000], 0],
    ['too few to tell', [0, 100], 3],
  ])('finds a dial that is %s', (_, starts, least) => {
    expect(judge(starts, least).met).toBe(false);
  });
});
