import { describe, expect, it } from 'vitest';
import type { RecordingLine } from '../../src/record/lines/line.ts';
import { storyOf } from '../../src/record/story.ts';

/** Only what the story reads of a line; the rest of it is the check's. */
function told(line: { readonly kind: RecordingLine['kind'] } & Readonly<Record<string, unknown>>) {
  return storyOf({ n: 1, at: 0, ...line } as unknown as RecordingLine);
}
const step = (event: Readonly<Record<string, unknown>>, more = {}) =>
  told({ kind: 'step', server: 's1', event, ...more });
const report = (event: Readonly<Record<string, unknown>>) =>
  told({ kind: 'told', server: 's1', event: { server: 's1', ...event } });

describe('H7 a recording is told in words', () => {
  it.each([
    [1, { s1: {} }, 'a run begins: holdfast 0.1.0, 1 server'],
    [3, { s1: {}, s2: {} }, 'part 3 of a run begins: holdfast 0.1.0, 2 servers'],
  ])('its part %i is named', (part, servers, story) => {
    expect(told({ kind: 'recording', version: '0.1.0', part, servers })).toBe(story);
  });

  it('a machine that takes over from a failed one is told from one that starts (C15)', () => {
    expect(told({ kind: 'started' })).toBe('started');
    const parked = { code: 'ACTOR_FAILED' };
    expect(told({ kind: 'started', parked })).toBe('its actor was replaced: ACTOR_FAILED');
    expect(step({ type: 'link.lost' }, { crashed: true })).toBe('its machine failed');
  });

  it.each([
    [{ type: 'retry', reason: 'login' }, 'asked to retry (login)'],
    [{ type: 'retry' }, 'asked to retry (user)'],
    [{ type: 'shutdown' }, 'asked to stop'],
    [{ type: 'shutdown', force: true }, 'asked to stop at once'],
    [{ type: 'configure' }, 'given another policy'],
    [{ type: 'link.opened' }, undefined],
  ])('of what a machine hears, %o is %s', (event, story) => {
    expect(step(event)).toBe(story);
  });

  it('what lists have won and lost is counted, and what is not said counts as none', () => {
    const changed = { type: 'tools.changed', added: 2, removed: 1 };
    expect(report(changed)).toBe('tools: 2 added, 1 removed, 0 changed');
  });

  it('a park is told once, by the line that has its reason (R14)', () => {
    expect(report({ type: 'server.state', state: 'parked' })).toBeUndefined();
    const ready = report({ type: 'server.state', state: 'ready', generation: 2 });
    expect(ready).toContain('ready');
    const parked = report({ type: 'server.parked', reason: 'budget', waitMs: 1_000 });
    expect(parked).toBe('parked (budget), next probe in 1 s');
    const error = { kind: 'lost', code: 'PROCESS_EXITED' };
    const lost = report({ type: 'server.lost', error, charged: true });
    expect(lost).toBe('session lost: PROCESS_EXITED');
    expect(report({ type: 'server.lost', error: {}, charged: true })).toBe('session lost:');
  });

  it('L9 of a notice only is told that there was one, and a replacement is told elsewhere', () => {
    expect(report({ type: 'server.notice' })).toBe('a notice');
    expect(report({ type: 'server.replaced' })).toBeUndefined();
    expect(told({ kind: 'resumed' })).toBeUndefined();
  });

  it.each([
    [{ noun: 'tool', name: 'echo' }, 'call of tool echo: answered after 250 ms'],
    [{ noun: 'resource' }, 'call of resource: answered after 250 ms'],
    [{ noun: 'tool', name: 'echo', attempts: 1 }, 'call of tool echo: answered after 250 ms'],
    [
      { noun: 'tool', name: 'a\nb', attempts: 2 },
      'call of tool a b: answered after 250 ms, in 2 attempts',
    ],
  ])('of a call %o its name, outcome and time are told', (call, story) => {
    expect(told({ kind: 'call', server: 's1', outcome: 'answered', tookMs: 250, ...call })).toBe(
      story,
    );
  });

  it('what is missing is counted, and an end is an end', () => {
    const why = 'the disk was too slow, or refused to take more';
    expect(told({ kind: 'gap', dropped: 1, lost: 0 })).toBe(`1 line is missing: ${why}`);
    expect(told({ kind: 'gap', dropped: 1, lost: 2 })).toBe(`3 lines are missing: ${why}`);
    expect(told({ kind: 'end' })).toBe('the recording was ended');
  });
});
